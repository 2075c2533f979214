"""The page's layout beside ForceAtlas2, on a graph with planted topics: CPU seconds, and whether neighbours share a topic.

    python benchmarks/layout.py [--nodes 10000] [--links 3] [--topics 60] [--peer-limit 3000]

Seven of ten links stay inside a topic. Measured is the share of a node's ten nearest neighbours that have its topic, over
all nodes. ForceAtlas2 is networkx's (`networkx.forceatlas2_layout`, its defaults, seeded), whose matrices have the square
of the nodes; above ``--peer-limit`` nodes it is left out. Each layout runs on one core in a process of its own.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import time

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"

NEAREST = 10
INSIDE = 0.7


def planted(nodes: int, links: int, topics: int) -> tuple[list[int], list[tuple[int, int, float]]]:
    """Return the topic of each node, and links."""
    dice = random.Random(7)
    topic = [dice.randrange(topics) for _ in range(nodes)]
    members: dict[int, list[int]] = {}
    for node, number in enumerate(topic):
        members.setdefault(number, []).append(node)
    made: list[tuple[int, int, float]] = []
    while len(made) < links * nodes:
        a = dice.randrange(nodes)
        b = dice.choice(members[topic[a]]) if dice.random() < INSIDE else dice.randrange(nodes)
        if a != b:
            made.append((a, b, 1.0))
    return topic, made


def measure(which: str, nodes: int, links: int, topics: int) -> dict[str, object]:
    """Lay out a graph; return CPU seconds, the share of neighbours of one topic, and a digest of the places."""
    import numpy as np

    topic, made = planted(nodes, links, topics)
    if which == "kg":
        from graphs.visualise.layout import lay_out

        start = time.process_time()
        places = lay_out([6.0] * nodes, made).positions
    else:
        import networkx as nx

        graph = nx.Graph()
        graph.add_nodes_from(range(nodes))
        graph.add_edges_from((a, b) for a, b, _ in made)
        start = time.process_time()
        found = nx.forceatlas2_layout(graph, seed=7)
        places = np.array([found[node] for node in range(nodes)])
    seconds = time.process_time() - start
    labels = np.array(topic)
    share = 0.0
    for first in range(0, nodes, 500):
        apart = ((places[first : first + 500, None, :] - places[None, :, :]) ** 2).sum(axis=2)
        apart[np.arange(len(apart)), np.arange(first, first + len(apart))] = np.inf
        nearest = np.argpartition(apart, NEAREST, axis=1)[:, :NEAREST]
        share += float((labels[nearest] == labels[first : first + len(apart), None]).sum()) / NEAREST
    digest = hashlib.sha256(np.round(places, 6).tobytes()).hexdigest()[:12]
    return {"layout": which, "nodes": nodes, "links": len(made), "cpu_s": round(seconds, 2), "same_topic": round(share / nodes, 3), "digest": digest}


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, nargs="+", default=[1000, 3000, 10000])
    parser.add_argument("--links", type=int, default=3, help="per node")
    parser.add_argument("--topics", type=int, default=60)
    parser.add_argument("--peer-limit", type=int, default=3000, help="most nodes that ForceAtlas2 is given")
    parser.add_argument("--only", help=argparse.SUPPRESS)  # what a child process measures
    args = parser.parse_args()
    if args.only:
        print(json.dumps(measure(args.only, args.nodes[0], args.links, args.topics)))
        return
    for nodes in args.nodes:
        digests = []
        for which in ("kg", "kg", *(("forceatlas2",) if nodes <= args.peer_limit else ())):
            command = [sys.executable, __file__, "--nodes", str(nodes), "--links", str(args.links), "--topics", str(args.topics), "--only", which]
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            if ran.returncode:
                print(f"{which}: not measured: {(ran.stderr.strip().splitlines() or ['failed'])[-1]}", file=sys.stderr)
                continue
            row = json.loads(ran.stdout)
            if which == "kg":
                digests.append(row["digest"])
            print(json.dumps(row), flush=True)
        print(f"{nodes} nodes: {'the same places' if len(set(digests)) == 1 else 'DIFFERENT PLACES'} in {len(digests)} runs", flush=True)


if __name__ == "__main__":
    main()
