// What a run is worth as evidence: each doubt in a word, with its figures, and what to do about it.
export const verdict = {
  title: 'What is it worth?',
  valid: 'Valid',
  nothingAgainst:
    'Nothing speaks against these numbers: no failures to speak of, a client that kept up, a steady load, enough requests.',
  notJudged: 'Not judged: the run ended before anything was measured.',
  word: {
    'nothing-measured': 'Nothing measured',
    errors: 'Errors',
    'client-limited': 'Client-limited',
    saturated: 'Saturated',
    cancelled: 'Cancelled',
    'not-steady': 'Not steady',
    'cache-polluted': 'Cache-polluted',
    'too-few-samples': 'Too few samples',
  },
  evidence: {
    unanswered: 'No request was answered; {failed} failed.',
    failed: '{failed} requests failed, {share} of all.',
    ownAccount: '{reason} At {limit} numbers become the client’s own.',
    overloaded:
      'In its calibration this client was overloaded by less: {overloadedAtStreams} streams with {overloadedAtEventsPerS} events/s.',
    behind:
      '{askedPerS} answers per second were due and {answeredPerS} came while requests were being sent.',
    growing:
      'From the beginning of the steady window to its end, requests in flight changed by {inFlightChange} and latency by {latencyChange}.',
    cancelled:
      'The run was cancelled: {completed} requests had been answered, {cutOff} were cut off and count as no failures.',
    shortlySteady:
      'Only {steadyShare} of the requests, {requestsStarted}, began in the steady state.',
    neverSteady: 'No steady state was found.',
    known: 'The server knew {hitShare} of the tokens of new prompts already.',
    tooFew:
      'p{percentile} takes {fewestRequests} requests or more to be told from the rest; there are {requests}.',
  },
  advice: {
    'nothing-measured':
      'Look at the errors of the requests and at the server’s log: none of them was answered.',
    errors:
      'Find out why requests failed, in their errors and in the server’s log. Latencies are those of answers that came, which are seldom the slow ones.',
    'client-limited':
      'Lower the load, give the client more threads, end what else runs on its machine, or measure from another one.',
    saturated:
      'Lower the rate to see latencies that last: here they only say how long the overload did. Throughput is the most the server gives.',
    cancelled:
      'Run it again for the whole picture: these are the figures of what had been answered by then, without the slowest answers of the last moments.',
    'not-steady':
      'Send more requests, warm up at the same load first, and look at the course of the run for what changed.',
    'cache-polluted':
      'Reset the prefix cache before the run, restart the server, or choose another seed.',
    'too-few-samples':
      'Send more requests, or ask for a lower percentile. Means and throughput are not touched by this.',
  },
}
