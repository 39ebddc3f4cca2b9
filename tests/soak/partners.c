/* What the soak types, a table a program. In texts and outputs
 *
 *   @T  a token             @N  a digit, one for the row: 0.00@N is a sleep of 0 to 9 ms
 *   @D  a folder            @L  3 500 characters, close to what a canonical line holds
 *   @S  the numbers from 1 to 200, a line each
 *
 * Nothing here prints when its command has ended: no job in the background. */
#include "partners.h"

#include "commands.h"

static const struct kind bash_kinds[] = {
    /* Builtins: the shell itself is in the foreground all the time. */
    { "echo @T", "@T\n", 0 },
    { "true && echo @T", "@T\n", 0 },
    { "cd @D && pwd && echo @T", "@D\n@T\n", 0 },
    { "printf '%s\\n' a @N @T", "a\n@N\n@T\n", 0 },
    { "v=@T; echo \"@N$v\"", "@N@T\n", 0 },
    { "read -r v <<< @T; echo \"$v\"", "@T\n", 0 },
    { "printf @T", "@T", 0 },
    { "echo @T >&2", "@T\n", 0 },
    { "[ @N = @N ] && echo @T", "@T\n", 0 },
    /* Exit statuses. */
    { "echo @T; false", "@T\n", 1 },
    { "echo @T; (exit @N)", "@T\n", STATUS_IS_DIGIT },
    { "sh -c 'echo @T; exit @N'", "@T\n", STATUS_IS_DIGIT },
    { "f() { echo \"$1\"; return @N; }; f @T", "@T\n", STATUS_IS_DIGIT },
    { "echo @T; ! true", "@T\n", 1 },
    /* Silence first, of the shell's child, a pipeline, a subshell. */
    { "sleep 0.00@N; echo @T", "@T\n", 0 },
    { "sleep 0.00@N && sleep 0.001 && echo @T", "@T\n", 0 },
    { "sleep 0.00@N | cat; echo @T", "@T\n", 0 },
    { "(sleep 0.00@N; echo @T)", "@T\n", 0 },
    { "{ sleep 0.00@N; echo @T; } | cat", "@T\n", 0 },
    { "echo $(sleep 0.00@N; echo @T)", "@T\n", 0 },
    { "sh -c 'sleep 0.00@N; echo @T'", "@T\n", 0 },
    { "cat <(sleep 0.00@N; echo @T)", "@T\n", 0 },
    { "sleep 0.00@N; printf @T; false", "@T", 1 },
    { "(sleep 0.00@N; echo @T; exit @N)", "@T\n", STATUS_IS_DIGIT },
    /* Silence in the middle; once behind what looks like the prompt. */
    { "echo a; sleep 0.00@N; echo @T", "a\n@T\n", 0 },
    { "printf '$ '; sleep 0.00@N; echo @T", "$ @T\n", 0 },
    { "printf 'part '; sleep 0.00@N | cat; echo @T", "part @T\n", 0 },
    { "for i in 1 2 3; do echo $i; sleep 0.001; done; echo @T", "1\n2\n3\n@T\n", 0 },
    { "while read -r v; do echo $v; sleep 0.00@N; done < <(echo @T)", "@T\n", 0 },
    { "(for i in 1 2; do echo $i; sleep 0.00@N; done) | cat; echo @T", "1\n2\n@T\n", 0 },
    /* Silence last, when all is printed. */
    { "echo @T; sleep 0.00@N", "@T\n", 0 },
    { "echo @T | tee /dev/null; sleep 0.00@N", "@T\n", 0 },
    { "f() { echo @T; sleep 0.00@N; }; f", "@T\n", 0 },
    { "(echo @T; sleep 0.00@N) | cat", "@T\n", 0 },
    /* Pipelines, substitutions, loops, here-strings. */
    { "echo @T | cat", "@T\n", 0 },
    { "echo @T | tee /dev/null", "@T\n", 0 },
    { "(sleep 0.00@N; echo @T) | tee /dev/null", "@T\n", 0 },
    { "echo @T | cat | cat | cat", "@T\n", 0 },
    { "printf 'b\\na\\n' | sort; echo @T", "a\nb\n@T\n", 0 },
    { "true | false; echo @T", "@T\n", 0 },
    { "echo \"$(echo \"$(echo @T)\")\"", "@T\n", 0 },
    { "cat <<< @T", "@T\n", 0 },
    { "for i in 1 2 3; do echo $i; done; echo @T", "1\n2\n3\n@T\n", 0 },
    { "i=0; while [ $i -lt 9 ]; do i=$((i + 1)); done; echo \"$i @T\"", "9 @T\n", 0 },
    { "seq 200; echo @T", "@S@T\n", 0 },
    { "seq 200 | cat; sleep 0.00@N; echo @T", "@S@T\n", 0 },
    /* Long lines, typed and printed. */
    { "echo @L@T", "@L@T\n", 0 },
    { "sleep 0.00@N; echo @L@T | cat", "@L@T\n", 0 },
};

/* Without marks all that is known is that it waits. */
static const struct kind dash_kinds[] = {
    { "echo @T", "@T\n", 0 },
    { "cd @D && pwd && echo @T", "@D\n@T\n", 0 },
    { "sh -c 'echo @T; exit @N'", "@T\n", 0 },
    { "sleep 0.00@N; echo @T", "@T\n", 0 },
    { "sleep 0.00@N | cat; echo @T", "@T\n", 0 },
    { "(sleep 0.00@N; echo @T) | tee /dev/null", "@T\n", 0 },
    { "echo $(sleep 0.00@N; echo @T)", "@T\n", 0 },
    { "echo a; sleep 0.00@N; echo @T", "a\n@T\n", 0 },
    { "echo @T; sleep 0.00@N", "@T\n", 0 },
    { "(echo @T; sleep 0.00@N) | cat", "@T\n", 0 },
    { "for i in 1 2 3; do echo $i; sleep 0.001; done; echo @T", "1\n2\n3\n@T\n", 0 },
    { "echo '$ '; sleep 0.00@N; echo @T", "$ \n@T\n", 0 },
    { "seq 200; sleep 0.00@N; echo @T", "@S@T\n", 0 },
    { "echo @T | cat | cat | cat", "@T\n", 0 },
};

static const struct kind python_kinds[] = {
    { "print('@T')", "@T\n", 0 },
    { "'@T'", "'@T'\n", 0 },
    { "import time; time.sleep(0.00@N); print('@T')", "@T\n", 0 },
    { "import time; print('@T'); time.sleep(0.00@N)", "@T\n", 0 },
    { "print('a'); import time; time.sleep(0.00@N); print('@T')", "a\n@T\n", 0 },
    { "import os; _ = os.system('sleep 0.00@N; echo @T')", "@T\n", 0 },
    { "import os; _ = os.system('sleep 0.00@N | cat'); print('@T')", "@T\n", 0 },
    { "print(*range(1, 201), '@T', sep='\\n')", "@S@T\n", 0 },
    { "print(sum(range(@N00000)) >= 0, '@T')", "True @T\n", 0 },
};

static const struct kind sqlite_kinds[] = {
    { "select '@T';", "@T\n", 0 },
    { "select @N + 1 > 0, '@T';", "1|@T\n", 0 },
    { ".shell sleep 0.00@N; echo @T", "@T\n", 0 },
    { ".shell echo @T; sleep 0.00@N", "@T\n", 0 },
    { ".shell (sleep 0.00@N; echo @T) | tee /dev/null", "@T\n", 0 },
    { "with recursive t(n) as (select 1 union all select n + 1 from t where n < 200) "
      "select n from t; select '@T';",
      "@S@T\n", 0 },
    { "with recursive t(n) as (select 1 union all select n + 1 from t where n < @N0000) "
      "select max(n) > 0, '@T' from t;",
      "1|@T\n", 0 },
};

static const struct kind cat_kinds[] = {
    { "@T", "@T\n", 0 },
    { "@N @T @N", "@N @T @N\n", 0 },
};

/* Its event loop waits for more than the terminal: likely, after quiet, at best. */
static const struct kind node_kinds[] = {
    { "'@T'", "'@T'\n", 0 },
    { "console.log('@T')", "@T\nundefined\n", 0 },
    { "await new Promise(r => setTimeout(r, @N)), '@T'", "'@T'\n", 0 },
};

#define KINDS(kinds) kinds, sizeof(kinds) / sizeof((kinds)[0])

const struct partner partners[] = {
    { "bash", { NULL }, "$ ", 1, KINDS(bash_kinds) },
    { "dash", { "/bin/dash", "-i" }, "$ ", 4, KINDS(dash_kinds) },
    { "python3", { "/usr/bin/python3", "-q", "-I" }, ">>> ", 4, KINDS(python_kinds) },
    { "sqlite3", { "/usr/bin/sqlite3" }, "sqlite> ", 4, KINDS(sqlite_kinds) },
    { "cat", { "/bin/cat" }, "", 4, KINDS(cat_kinds) },
    { "node", { "/usr/bin/node", "-i" }, "> ", 20, KINDS(node_kinds) },
};
const size_t partner_count = sizeof partners / sizeof partners[0];
