"""Runs the examples of a document one after the other, and prints each with what it answers.

python docs/evidence/python/transcript.py docs/python.md
"""

import code
import contextlib
import doctest
import io
import pathlib
import sys

examples = doctest.DocTestParser().get_examples(pathlib.Path(sys.argv[1]).read_text())
interpreter, wrong = code.InteractiveInterpreter({"__name__": "__main__"}), 0
checker = doctest.OutputChecker()
for example in examples:
    print(">>>", example.source.rstrip().replace("\n", "\n... "))
    answer = io.StringIO()
    with contextlib.redirect_stdout(answer), contextlib.redirect_stderr(answer):
        interpreter.runsource(example.source, "<document>", "single")
    print(answer.getvalue(), end="")
    if example.exc_msg is None:
        wrong += not checker.check_output(example.want, answer.getvalue(), doctest.ELLIPSIS)
    else:
        raised = answer.getvalue()[answer.getvalue().rfind("\nquintet.") + 1 :]
        wrong += not checker.check_output(example.exc_msg, raised, doctest.ELLIPSIS)
print(f"{len(examples)} examples, {wrong} with other answers than the document's")
sys.exit(bool(wrong))
