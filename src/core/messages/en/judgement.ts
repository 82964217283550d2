// Reliability of runs and load points: grades, reasons with their values, advice.
const fewerStreams =
  'Open fewer streams at once, or measure from a machine with more spare capacity.'
const lowerRate = 'Lower the request rate, or measure from a machine with more spare capacity.'

export const judgementEn = {
  'judgement.grade.valid': 'Valid',
  'judgement.grade.caution': 'Caution',
  'judgement.grade.not-usable': 'Not usable',
  'judgement.notJudged': 'Not judged',
  'judgement.because': '{grade}: {reasons}',
  'judgement.withLeftOut': '{judgement} ({leftOut} of {runs} runs left out: client-limited)',
  'judgement.note': 'Verdict: {judgement}.',
  'judgement.noteOfLoad': 'Verdict: {judgement} ({state|clause}).',
  'judgement.reason.nothing-measured': 'Nothing measured',
  'judgement.reason.errors': 'Errors',
  'judgement.reason.client-limited': 'Client-limited',
  'judgement.reason.cache-polluted': 'Cache-polluted',
  'judgement.reason.cache-hits': 'Some cache hits',
  'judgement.reason.output-length': 'Outputs not as asked',
  'judgement.reason.prompt-length': 'Prompts not as asked',
  'judgement.reason.other-model': 'Another model',
  'judgement.reason.unexplained-end': 'Ends unexplained',
  'judgement.reason.uncounted': 'Tokens not counted',
  'judgement.reason.buffered': 'Stream buffered',
  'judgement.reason.rejected': 'Rejections',
  'judgement.reason.saturated': 'Saturated',
  'judgement.reason.held-back': 'Your limit binds',
  'judgement.reason.parts-lost': 'Figures left out',
  'judgement.reason.cancelled': 'Cancelled',
  'judgement.reason.stood-still': 'Server stood still',
  'judgement.reason.not-steady': 'Not steady',
  'judgement.reason.read-at-once': 'Read at once',
  'judgement.reason.client-strained': 'Client strained',
  'judgement.reason.pace-unsure': 'Pace unsure',
  'judgement.reason.limit-missed': 'Limit missed',
  'judgement.reason.late-reads': 'Late reads',
  'judgement.reason.imprecise': 'Imprecise',
  'judgement.reason.too-few-samples': 'Too few samples',
  'judgement.load.steady': 'Steady load',
  'judgement.load.not-steady': 'Load not steady',
  'judgement.load.burst': 'Burst: no steady state by intent',
  'judgement.load.changing': 'Load changes by intent: no steady state',
  'judgement.load.not-known': 'Steadiness not known',
  'judgement.client.kept-up': 'The client kept up',
  'judgement.client.strained': 'The client was strained',
  'judgement.client.limited': 'The client distorted this run',
  'judgement.client.not-monitored': 'The client was not monitored',
  'judgement.unanswered': 'No request succeeded; {failed} failed.',
  'judgement.allCancelled':
    'No request completed: the client cancelled {cancelled} (--cancel-after), and {failed} failed.',
  'judgement.failed': '{failed} of {requests} requests failed ({share}).',
  'judgement.rejected':
    '{rejected} of {requests} requests were rejected on every attempt ({share}).',
  'judgement.refused':
    'The server refused {refused} of {requests} requests as full (HTTP {statuses}; {share}). It carries the rate of answered requests, and latencies are those of admitted requests only.',
  'judgement.partsLost': 'These figures could not be stored and are left out: {parts}.',
  'judgement.endedEarly': 'The run failed after {completed} requests.',
  'judgement.ownAccount': '{criterion} Above {limit} the figures describe the client.',
  'judgement.kept': '{criterion} Below {limit} the figures describe the client.',
  'judgement.strained': '{criterion} The limit is {limit}.',
  'judgement.overloaded':
    'In its calibration this client was overloaded by a lighter load: {streams} streams with {events} events/s.',
  'judgement.shorterOutput':
    '{count} of {completed} outputs ({share}) are shorter than requested: {change} in total. Example: request {request} got {given} of {asked} tokens.',
  'judgement.longerOutput':
    '{count} of {completed} outputs ({share}) are longer than requested: {change} in total. Example: request {request} got {given} tokens for {asked}.',
  'judgement.shorterPrompt':
    'The server counted fewer prompt tokens than were sent in {count} of {completed} requests ({share}): {change} in total. Example: it read {given} of the {asked} tokens of request {request}.',
  'judgement.longerPrompt':
    'The server counted more prompt tokens than were sent in {count} of {completed} requests ({share}): {change} in total. Example: it read {given} tokens for the {asked} of request {request}.',
  'judgement.otherModel':
    '{count} of {completed} responses ({share}) name the model "{model}", which was not requested.',
  'judgement.unexplainedEnd':
    '{count} of {completed} responses ({share}) ended below their length limit without a finish reason, such as request {request}: whether they are complete is not known.',
  'judgement.uncounted':
    'Neither the server nor a tokenizer counted the output tokens of {count} of {completed} responses ({share}). Token throughput, TPOT and goodput by TPOT are not reported.',
  'judgement.moreEvents':
    'The server counted {tokens} output tokens, but sent {events} events with output. Token throughput, TPOT and goodput by TPOT are not reported.',
  'judgement.buffered':
    'In {count} of {completed} responses ({share}) output arrived in bursts of {events} events, after {silence} of silence each, while the client was waiting. A proxy or gateway buffers the stream: TTFT and ITL are those of its buffer.',
  'judgement.known': 'The prefix cache already contained {hitShare} of the tokens of new prompts.',
  'judgement.behind':
    'Requests arrived at {asked} per second; the server answered {answered} per second.',
  'judgement.conversationsBehind':
    'Conversations or agents began at {conversations} per second and asked for {asked} responses per second; the server gave {answered} per second.',
  'judgement.urlsBehind':
    'Only URL {urls} fell behind: {asked} of these requests per second went there, and {answered} were answered.',
  'judgement.carried':
    'The load rose to {most} req/s; while requests waited, the server answered about {carried} per second ({low}–{high}).',
  'judgement.heldBack':
    'The load reached --max-concurrency {limit}, and the rest waited in the client: {asked} requests per second were due, {answered} were answered.',
  'judgement.growing':
    'From the start of the steady window to its end, requests in flight changed by {inFlight} and latency by {latency}.',
  'judgement.cancelled':
    'The run ended early. Responses until then: {completed}. Requests cut off: {cutOff}; they do not count as failures.',
  'judgement.stoodStill':
    'Times when the server stood still: {count}, for {total} s in all; the longest took {longest} s, {from} s into the run. Nothing arrived then for any request in flight.',
  'judgement.stoodStillTails':
    'It lengthened {ttft} of the TTFT and {itl} of the ITL: percentiles in these tails measure the standstills.',
  'judgement.stoodStillTtft':
    'It lengthened {share} of the TTFT: percentiles in this tail measure the standstills.',
  'judgement.stoodStillItl':
    'It lengthened {share} of the ITL: percentiles in this tail measure the standstills.',
  'judgement.shortlySteady': 'Only {share} of the requests ({count}) started in the steady state.',
  'judgement.neverSteady': 'No steady state was found.',
  'judgement.readAtOnce':
    'In {count} of {completed} responses ({share}) most tokens arrived in one read, because the client read late. Their TPOT and ITL were not measured.',
  'judgement.paceUnsure':
    'Responses fell behind a light load by {lateness} of the schedule: too little to be an overload, too much to rule one out.',
  'judgement.slowing':
    'Near or above the capacity: requests in flight still increased, and this load is over {share} of what this server would generate with ever more of them.',
  'judgement.nearCapacity':
    'May be above the capacity: this load is {share} of what the server generated while requests waited, ± {reach}.',
  'judgement.urlUnsure': 'That is URL {url}; the load of every URL was judged by itself.',
  'judgement.longerTells':
    'This run cannot tell whether the server keeps up; one of {seconds} s can.',
  'judgement.paceChanged':
    'The server itself changed: at an equal number in flight, the time per token did by {change}.',
  'judgement.capacityChanged':
    'The server itself changed: from the beginning to the end, what it can generate per second did by at least {change}.',
  'judgement.limitMissed':
    'The hosts that share the limit of {limit} left {share} of its places free while requests waited.',
  'judgement.lateReads':
    'The p{percentile} {metric} is probably too long by up to {shift} of it, because the client read late. Its interval allows for that.',
  'judgement.beyondFactor': 'a factor above {factor}',
  'judgement.impreciseMean': 'The mean {metric} is known only to {reach}.',
  'judgement.imprecisePercentile': 'The p{percentile} {metric} is known only to {reach}.',
  'judgement.impreciseNeeds': 'About {needed} requests would give it an interval.',
  'judgement.tooFew': 'p{percentile} needs at least {fewest} requests; this run has {requests}.',
  'judgement.advice.nothing-measured':
    'Check the errors of the requests and the log of the server.',
  'judgement.advice.allCancelled':
    'Cancel later (--cancel-after), or only a share of the requests (--cancel-share 0.2).',
  'judgement.advice.errors':
    'Find out why requests failed, from their error groups and the log of the server. Latencies cover completed requests only, and those are seldom the slow ones.',
  'judgement.advice.endedEarly':
    'See why the run failed, fix that and run it again: what is missing may be what was slow.',
  'judgement.advice.client-limited':
    'Lower the load, give the client more threads (--client-threads), stop other work on its machine, or measure from another machine.',
  'judgement.advice.cache-polluted':
    'Reset the prefix cache before the run, restart the server, or choose another --seed.',
  'judgement.advice.cache-hits':
    'Means may be too low by about this share. Reset the prefix cache before the run, or choose another --seed, to leave it out.',
  'judgement.advice.output-length':
    'Check that the server supports ignore_eos and max_tokens, and that prompt and output fit its context. Throughput and E2EL are those of the lengths that came.',
  'judgement.advice.prompt-length':
    'Name the tokenizer of the served model with --tokenizer, and check whether the server cuts prompts or adds a system prompt. TTFT and total throughput are those of the prompts that the server read.',
  'judgement.advice.other-model':
    'Check the fallbacks and routes of the gateway. If the name is an alias of the requested model, measure with --model NAME --served-model-name ALIAS.',
  'judgement.advice.unexplained-end':
    'Check the log of the server or gateway for aborted generations.',
  'judgement.advice.uncounted':
    'Enable usage in streams (stream_options.include_usage) on the server or gateway, or name a tokenizer with --tokenizer.',
  'judgement.advice.buffered':
    'Turn buffering off (proxy_buffering off in nginx, or X-Accel-Buffering: no), or measure without the proxy. E2EL and throughput are not affected.',
  'judgement.advice.rejected':
    'Lower the rate, allow more retries (--retry-max), or raise the limit of the server or gateway. Latencies cover only the requests it admitted.',
  'judgement.advice.refused':
    'Lower the rate until it refuses none, raise the limit of the server or gateway, or let the client wait and send again (--retry-status 429,503).',
  'judgement.advice.saturated':
    'Lower the rate to measure stable latencies: here they grow for as long as the overload lasts. The throughput is the maximum of this server.',
  'judgement.advice.urlsBehind':
    'Compare it with the others in the table of URLs, send each request to the URL with the fewest in flight (--url-strategy least-in-flight), or lower the rate. The throughput is not the maximum of these servers: the others could have answered more.',
  'judgement.advice.carried':
    'Its figures mix all rates of this run, and above the capacity latencies grow for as long as it lasts. Measure single rates below it, or search for the capacity.',
  'judgement.advice.held-back':
    'Raise --max-concurrency, or lower the rate. Latencies count from sending; the wait before it grows for as long as the load lasts. Whether the server could do more, this run does not show.',
  'judgement.advice.parts-lost':
    'Its requests are stored: export them to compute these figures yourself, and report the problem with the exported run.',
  'judgement.advice.cancelled':
    'Run it again for complete figures: these leave out the slowest responses of the last moments.',
  'judgement.advice.stood-still':
    'Look at that time in the log of the server and of what lies between: garbage collection, other jobs on its GPUs, a lost connection. Tails depend on how often it happens, so measure for longer or repeat the run.',
  'judgement.advice.not-steady':
    'Send more requests, warm up at the same load first, and look at the timeline for what changed.',
  'judgement.advice.read-at-once':
    'Do not use TPOT and ITL of this run. Stop other work on the machine of the client, or measure from another machine.',
  'judgement.advice.pace-unsure':
    'Measure this load for longer, so that requests that pile up show.',
  'judgement.advice.limit-missed':
    'Use fewer hosts, or a connection to them with a shorter round trip: a free place takes that long to reach the host that needs it.',
  'judgement.advice.client-strained':
    'Small differences between runs may come from the client. Lower the load, or stop other work on its machine.',
  'judgement.advice.late-reads':
    'Other figures can be used. For this one, lower the load or stop other work on the machine of the client.',
  'judgement.advice.imprecise': 'Send more requests, or repeat the run.',
  'judgement.advice.too-few-samples':
    'Send more requests, or choose a lower percentile. Means and throughput are not affected.',
  'judgement.criterion.ttftError': 'The mean TTFT is probably {value} too long',
  'judgement.criterion.sendLag': '1 % of requests left more than {value} late',
  'judgement.criterion.latest': 'One request left {value} late',
  'judgement.criterion.paceError': '1 % of audio messages left more than {value} late',
  'judgement.criterion.keptRate': 'Requests were sent at {value} of the target rate',
  'judgement.criterion.pause': 'The client once stood still for {value}',
  'judgement.remedy.ttftError': fewerStreams,
  'judgement.remedy.sendLag': lowerRate,
  'judgement.remedy.paceError':
    'Send fewer voices from this machine, or stop its other work: transcripts cannot be earlier than the audio.',
  'judgement.remedy.keptRate': lowerRate,
  'judgement.remedy.pause':
    'Keep the machine from sleeping and the process from being stopped, and run it again.',
} as const
