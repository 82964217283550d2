// What to change where something speaks against a run, in a sentence or two.
import type { DoubtCode } from '#core/model/verdict.ts'

export const doubtAdvice: Readonly<Record<DoubtCode, string>> = {
  'nothing-measured':
    'Look at the errors of the requests and at the log of the server: none of them was answered.',
  errors:
    'Find out why requests failed, in their error groups and in the log of the server. Latencies are those of the answers ' +
    'that came, which are seldom the slow ones.',
  'client-limited':
    'Lower the load, give the client more threads (--client-threads), end what else runs on its machine, or measure from ' +
    'another one: these numbers are the client’s own.',
  saturated:
    'Lower the rate to see latencies that last: here they only say how long the overload did. Throughput is the most the ' +
    'server gives.',
  cancelled:
    'Run it again for the whole picture: these are the figures of what had been answered when it was cancelled, which leaves ' +
    'out the slowest answers of the last moments.',
  'not-steady':
    'Send more requests, warm up at the same load before the measured part, and look at the series over time for what ' +
    'changed on the way.',
  'cache-polluted':
    'Reset the prefix cache before the run, restart the server, or choose another --seed: prompts that should be new were ' +
    'known already.',
  'too-few-samples':
    'Send more requests, or ask for a lower percentile: this one is little more than one of the slowest answers. Means and ' +
    'throughput are not touched by that.',
}
