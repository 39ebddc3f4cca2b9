/* A decision whose deadlines are a ns off, for the runner's self-test: too early under a
 * multiplexed policy, else too late. */
#undef qtty_decide /* the build renames the runner's calls */
#include <quietty/readiness.h>

qtty_status inexact_decide(const qtty_facts *facts, const qtty_policy *policy,
                           uint64_t now_ns, qtty_verdict *out);

qtty_status
inexact_decide(const qtty_facts *facts, const qtty_policy *policy, uint64_t now_ns,
               qtty_verdict *out)
{
    const qtty_status st = qtty_decide(facts, policy, now_ns, out);
    if (out->next_ns != QTTY_NEVER)
        out->next_ns += policy->multiplexed ? UINT64_MAX : 1;
    return st;
}
