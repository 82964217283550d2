// English texts of judgements, for every surface; the window has its Chinese ones in renderer/i18n/zh. Names in braces
// are filled in by reason-text.ts.
import type { ClientCriterion } from './client-verdict.ts'
import type { ClientState, Grade, LoadState, ReasonCode } from './judgement.ts'

export const gradeTexts: Readonly<Record<Grade, string>> = {
  valid: 'Valid',
  caution: 'Caution',
  'not-usable': 'Not usable',
}

export const reasonTexts: Readonly<Record<ReasonCode, string>> = {
  'nothing-measured': 'Nothing measured',
  errors: 'Errors',
  'client-limited': 'Client-limited',
  'cache-polluted': 'Cache-polluted',
  saturated: 'Saturated',
  cancelled: 'Cancelled',
  'not-steady': 'Not steady',
  'read-at-once': 'Read at once',
  'client-strained': 'Client strained',
  imprecise: 'Imprecise',
  'too-few-samples': 'Too few samples',
}

export const loadStateTexts: Readonly<Record<LoadState, string>> = {
  steady: 'Steady load',
  'not-steady': 'Load not steady',
  burst: 'Burst: no steady state by intent',
  changing: 'Load changes by intent: no steady state',
  'not-known': 'Steadiness not known',
}

export const clientStateTexts: Readonly<Record<ClientState, string>> = {
  'kept-up': 'The client kept up',
  strained: 'The client was strained',
  limited: 'The client distorted this run',
  'not-monitored': 'The client was not monitored',
}

export type ReasonSentence =
  | 'unanswered'
  | 'failed'
  | 'ownAccount'
  | 'kept'
  | 'strained'
  | 'overloaded'
  | 'known'
  | 'behind'
  | 'growing'
  | 'cancelled'
  | 'shortlySteady'
  | 'neverSteady'
  | 'readAtOnce'
  | 'impreciseMean'
  | 'imprecisePercentile'
  | 'tooFew'

export const reasonSentences: Readonly<Record<ReasonSentence, string>> = {
  unanswered: 'No request succeeded; {failed} failed.',
  failed: '{failed} of {requests} requests failed ({share}).',
  ownAccount: '{criterion} Above {limit} the figures describe the client.',
  kept: '{criterion} Below {limit} the figures describe the client.',
  strained: '{criterion} The limit is {limit}.',
  overloaded:
    'In its calibration this client was overloaded by a lighter load: {overloadedAtStreams} streams with {overloadedAtEventsPerS} events/s.',
  known: 'The prefix cache already held {hitShare} of the tokens of new prompts.',
  behind:
    'Requests arrived at {askedPerS} per second; responses completed at {answeredPerS} per second.',
  growing:
    'From the start of the steady window to its end, requests in flight changed by {inFlightChange} and latency by {latencyChange}.',
  cancelled:
    'The run was cancelled. Responses until then: {completed}. Requests cut off: {cutOff}; they do not count as failures.',
  shortlySteady:
    'Only {steadyShare} of the requests ({requestsStarted}) started in the steady state.',
  neverSteady: 'No steady state was found.',
  readAtOnce:
    'In {readAtOnce} of {completed} responses ({share}) most tokens arrived in one read, because the client read late. Their TPOT and ITL were not measured.',
  impreciseMean: 'The mean {metric} is known only to ± {reachShare}.',
  imprecisePercentile: 'The p{percentile} {metric} is known only to ± {reachShare}.',
  tooFew: 'p{percentile} needs at least {fewestRequests} requests; this run has {requests}.',
}

export const reasonAdvice: Readonly<Record<ReasonCode, string>> = {
  'nothing-measured': 'Check the errors of the requests and the log of the server.',
  errors:
    'Find out why requests failed, from their error groups and the log of the server. Latencies cover completed requests only, and those are seldom the slow ones.',
  'client-limited':
    'Lower the load, give the client more threads (--client-threads), stop other work on its machine, or measure from another machine.',
  'cache-polluted':
    'Reset the prefix cache before the run, restart the server, or choose another --seed.',
  saturated:
    'Lower the rate to measure latencies that last: here they grow for as long as the overload lasts. The throughput is the most the server gives.',
  cancelled:
    'Run it again for complete figures: these leave out the slowest responses of the last moments.',
  'not-steady':
    'Send more requests, warm up at the same load first, and look at the timeline for what changed.',
  'read-at-once':
    'Do not use TPOT and ITL of this run. Stop other work on the machine of the client, or measure from another machine.',
  'client-strained':
    'Small differences between runs may come from the client. Lower the load, or stop other work on its machine.',
  imprecise: 'Send more requests, or repeat the run.',
  'too-few-samples':
    'Send more requests, or choose a lower percentile. Means and throughput are not affected.',
}

export const criterionSentences: Readonly<Record<ClientCriterion, string>> = {
  ttftError: 'The mean TTFT is probably {value} too long.',
  itlError: '1 in 100 gaps between tokens is probably off by {value} of the mean gap.',
  sendLag: '1 % of requests left more than {value} late.',
  keptRate: 'Requests left at {value} of the rate asked.',
  loopDelay: '1 % of the time the event loop was delayed by more than {value}.',
  pause: 'The client once stood still for {value}.',
  gcPause: 'Garbage collection once stopped the client for {value}.',
  cpu: 'The busiest thread used {value} of a core.',
}

const fewerStreams =
  'Open fewer streams at once, or measure from a machine with more spare capacity.'
const lowerRate = 'Lower the request rate, or measure from a machine with more spare capacity.'

export const criterionRemedies: Readonly<Record<ClientCriterion, string>> = {
  ...{ ttftError: fewerStreams, itlError: fewerStreams, sendLag: lowerRate, keptRate: lowerRate },
  loopDelay: 'Stop other work on this machine, or lower the load.',
  pause: 'Keep the machine from sleeping and the process from being stopped, and run it again.',
  gcPause: 'Send fewer or shorter requests in one run, or give the machine more memory.',
  cpu: 'The client may limit throughput: lower the load, or measure from more machines.',
}
