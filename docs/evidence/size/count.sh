#!/bin/sh
# Counts lines of code (neither blank nor nothing but comment) of a checkout: `count.sh [FOLDER]`.
set -eu
cd "${1:-$(dirname "$0")/../../..}"
echo "commit $(git rev-parse --short HEAD)"
# Modules behind the features that only tests switch on.
gated=$(git grep --no-color -h -A1 -E '^#\[cfg\(feature = "(memory|seeded-bugs)"\)\]' -- 'crates/*/src/*.rs' | sed -n 's/^\(pub \)*mod \(.*\);/\2/p' | paste -sd'|')
git ls-files '*.rs' 'web/*.js' 'web/*.css' 'web/*.html' 'web/*.d.ts' | xargs awk -v gated="${gated:-none}" '
  FNR == 1 {
    tested = commented = 0
    if (FILENAME ~ /api-types|generated/) kind = "generated"
    else if (FILENAME ~ /(^|\/)(tests|benches|examples)(\/|\.rs$)/) kind = "tests"
    else if (FILENAME ~ "/(" gated ")\\.rs$") kind = "tests"
    else if (FILENAME ~ /^crates\/(siege|tune|testkit)\//) kind = "tools"
    else if (FILENAME ~ /^web\//) kind = "page"
    else kind = "program"
  }
  # Unit tests stand at the end of their file.
  /^#\[cfg\((all\()?test/ { held = 1; next }
  held { held = 0; if (/^mod [a-z_]+ *[{]/) tested = 1; else if (/^mod/) next }
  { of = tested && kind != "tools" ? "tests" : kind }
  /^[ \t]*$/ { next }
  /^[ \t]*(\/\/|<!--.*-->$)/ { comments[of]++; next }
  /^[ \t]*\/\*/ { commented = 1 }
  commented { comments[of]++; if (/\*\//) commented = 0; next }
  { code[of]++ }
  END {
    order = split("program page tools tests generated", kinds, " ")
    for (i = 1; i <= order; i++) printf "%-9s %6d lines of code, %5d of comment\n", kinds[i], code[kinds[i]], comments[kinds[i]]
    printf "product   %6d lines of code (program and page)\n", code["program"] + code["page"]
  }'
