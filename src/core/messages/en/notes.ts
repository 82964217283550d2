// Notes and warnings that the command line prints beside the metrics of a run.
export const notesEn = {
  'notes.client': 'Client: {standing}',
  'notes.client.standing': '{grade}. {reason} (limit {limit}).',
  'notes.client.fine': 'fine',
  'notes.client.strained': 'strained',
  'notes.client.invalid': 'INVALID, these figures describe the client',
  'notes.clientError':
    'TTFT is overstated by about {mean} on average, {p99} at p99; 99 % of gaps are within {gaps}.',
  'notes.intervals': '95 % intervals (throughput: of the steady state): {figures}.',
  'notes.intervalsOfWholeRun': '95 % intervals (throughput: of the whole run): {figures}.',
  'notes.interval': '{figure} {low} to {high}',
  'notes.readAtOnce':
    '{count} of {completed} responses came mostly in one late read: their TPOT and ITL were not measured.',
  'notes.calibrated':
    'Calibrated {day}, at {streams} streams, {events} events/s: TTFT + {ttft} (p99 {ttftP99}), 99 % of gaps within {itl}.',
  'notes.calibratedOnlyUpTo':
    'Calibrated {day}, but only up to {streams} streams, {events} events/s: TTFT + {ttft} (p99 {ttftP99}), 99 % of gaps within {itl}.',
  'notes.clockAhead':
    'Sent from {host} (Node {version}; its clock is {ms} ms ahead of ours, ± {error} ms).',
  'notes.clockBehind':
    'Sent from {host} (Node {version}; its clock is {ms} ms behind ours, ± {error} ms).',
  'notes.workers':
    'Sent from {count} hosts. Latencies are differences on one clock; times of different hosts are comparable within ±{error} ms.',
  'notes.placement':
    '  Within that error, the peak of requests in flight is {low} to {high}, and the busiest second has {lowEvents} to {highEvents} token events.',
  'notes.placement.steady':
    '  The clocks leave the throughput of the steady state open by ±{share}.',
  'notes.unusedPlaces':
    'Of the slots under their limit of concurrency, {share} were free while a request waited.',
  'notes.worker':
    '  {host}: {requests} requests, Node {version}, clock {ms} ms (drift {drift} ppm), placed within ±{error} ms; client: {grade}.',
  'notes.lostWorker': '  {host}: lost after {requests} requests, {missing} without a result. {why}',
  'notes.resent':
    '{count} of {all} requests were sent again, because the server closed a reused connection before any byte of the response; their latency counts from the first time. Raise its keep-alive limit (VLLM_HTTP_TIMEOUT_KEEP_ALIVE for vLLM, --timeout-keep-alive for uvicorn).',
  'notes.busyServer':
    '{count} requests failed because the server or gateway was busy (HTTP {statuses}). Send such requests again with --retry-status {statuses}.',
  'notes.nothingBehind':
    '{count} requests failed because no server was ready behind the address (HTTP {statuses}). Check that it runs, that it has loaded its model, and that the gateway has its address.',
  'notes.gatewayTimeout':
    '{count} requests failed because a gateway stopped waiting for the response (HTTP {statuses}). Raise its timeout, or ask for less at once.',
  'notes.bodyTooLarge':
    '{count} requests were larger than the gateway accepts (HTTP {statuses}). Raise its limit (client_max_body_size of nginx), or shorten the prompts.',
  'notes.keyRefused':
    '{count} requests were not let in (HTTP {statuses}). Set OPENAI_API_KEY, or pass the key as the gateway wants it, such as --header api-key=KEY.',
  'notes.tokensPerEvent':
    'An event carries {tokens} tokens on average: ITL and the peak output throughput count events, not tokens. TPOT and the output throughput count tokens.',
  'notes.eventsOfChoices':
    'Each response has {choices} choices (n): ITL is the gap between events of any of them.',
  'notes.contextExceeded':
    '{count} of {all} requests exceed the context of the server: the longest asks for {input} + {output} tokens, and max_model_len is {limit}.',
  'notes.runLimit':
    'The run reached its limit of {seconds} s: {completed} of {planned} requests were answered, and its figures are of these alone.',
  'notes.connectionsLost':
    'The run ended early: {count} connections to {url} in a row were refused. The rest was not sent.',
  'notes.tooManyErrors':
    'The run ended early: after {failed} of {ended} requests had failed, which is above its limit, no more were sent.',
  'notes.serverLatencies': 'By the server’s own count, on average: {latencies}.',
  'notes.serverLatency': '{metric} {ms} ms (ours {difference} ms)',
  'notes.inSeries': '{first}; {last}',
  'notes.reasoningRecounted':
    'The server reported no reasoning tokens for {count} of {all} responses: the tokenizer counted them in the text of their reasoning.',
  'notes.unanswered':
    '{count} of {all} responses ended before an answer. TTFO, reasoning time and answer TPOT leave them out; raise the output length to see them.',
  'notes.uncounted.tokenizer':
    "The server reported 0 output tokens for {count} of {all} responses that it had streamed: the tokenizer counted their text, as in vLLM's client.",
  'notes.uncounted.none':
    "The server reported 0 output tokens for {count} of {all} responses that it had streamed: without a tokenizer each counts as one token, as in vLLM's client.",
  'notes.unlisted':
    'The server at {url} does not list the model "{model}" (listed: {names}). Requests named "{model}" anyway.',
  'notes.unlisted.none': 'none',
  'notes.noModelList': '{url}/v1/models lists no models. Requests named "{model}" anyway.',
  'notes.unseenTokens':
    '{count} of {all} responses contained no token, though the server counted some: their TTFT is that of the first message, and they have no ITL. Check what the server removes from its responses: reasoning, tool calls, special tokens.',
  'notes.warmCache':
    'The server had {share} % of the prompt tokens in its prefix cache from before, so latencies are too good: reset the cache (POST /reset_prefix_cache), restart the server, or choose another --seed.',
  'notes.proxy': 'Requests went by the proxy {host}: what it adds is part of every latency.',
  'notes.alignment':
    'The server splits prompts into more tokens than the tokenizer here: {cut} of {all} were cut to the requested length. Name the tokenizer of the served model with --tokenizer.',
  'notes.vocabulary':
    'The server does not tell how large its vocabulary is; token ids below {size} were sent. Name the size with --vocab-size.',
  'notes.unknownMetrics':
    '--percentile-metrics: no metric is named {unknown}. Choose from {known}.',
} as const
