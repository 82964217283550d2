// Messages of runs whose load is spread over several base URLs, and of requests that the client cancels.
export const gatewaysMessages = {
  'config.hostBesideUrls':
    'cannot be used with --host or --port; name every server by --base-url instead',
  'config.repeatedUrl': 'lists {url} twice; name each server once',
  'config.schemesDiffer':
    'mixes schemes ({schemes}), whose latencies cannot be compared; use one for all servers',
  'config.strategyOfOneUrl':
    'has no effect with one server; repeat --base-url for each server, or omit it',
  'config.stickyWithoutConversations':
    'needs conversations, and these requests stand alone; use round-robin or least-in-flight, or a dataset of conversations',
  'notes.versionsDiffer':
    'The servers run different versions: {url} runs {version}, {firstUrl} runs {firstVersion}.',
  'runs.otherModel':
    'The server at {url} does not list the model "{model}" of {firstUrl} (listed: {names}).',
  'report.targets': 'Point {number}, by URL (latencies in ms)',
  'judgement.reason.url-failed': 'One URL failed',
  'judgement.reason.url-full': 'One URL full',
  'judgement.reason.urls-unequal': 'URLs unequal',
  'judgement.urlFailed':
    'URL {url} failed {failed} of its {requests} requests ({share}), the other URLs {others}.',
  'judgement.urlFull':
    'URL {url} was full: it refused {refused} of its {requests} requests ({share}), the other URLs {others}. The others carried {rate} req/s.',
  'judgement.slowUrl': 'The median {metric} of URL {slow} is {slowdown} above that of URL {fast}.',
  'judgement.muchSlowerUrl':
    'The median {metric} of URL {slow} is {factor} times that of URL {fast}.',
  'judgement.loadedUrl':
    'URL {mostUrl} got {mostShare} of the requests, URL {leastUrl} got {leastShare}.',
  'judgement.advice.url-failed':
    'Look at the errors and the log of that server, and measure again: the others carried what it did not, and figures of all URLs together describe no deployment.',
  'judgement.advice.url-full':
    'Send each request to the URL with the fewest in flight (--url-strategy least-in-flight), lower the rate, or raise the limit of that server.',
  'judgement.advice.urls-unequal':
    'Compare the servers in the table of URLs: hardware, flags, other load. Figures of all URLs together mix them.',
  'urls.title': 'By URL',
  'urls.about':
    'Several servers shared the load ({strategy}). Shares are of the requests that were sent. Latencies are in ms.',
  'config.cancelAfter':
    '{text} is neither a time nor a number of tokens; write it like 2s, 500ms (up to 86400 s) or 50tok (up to 1000000)',
  'config.cancelTokensPooling':
    'responses of this backend have no tokens to count; give a time instead, such as 2s',
  'config.cancelAfterMissing':
    'has no effect without a time or number of tokens; add --cancel-after 2s, or omit it',
  'runs.failed.clientCancelledTime': 'The client cancelled the request after {seconds} s.',
  'runs.failed.clientCancelledTokens': 'The client cancelled the request after {tokens} tokens.',
  'judgement.reason.censored': 'Censored',
  'judgement.censored':
    'The client cancelled {cancelled} of {requests} requests ({share}), and others that it was to cancel completed before. The latencies leave out the slow and long responses.',
  'judgement.advice.censored':
    'Do not compare these latencies with those of a run without --cancel-after. For latencies beside cancellations, cancel a share of the requests (--cancel-share 0.2) after so little that none of them completes.',
  'config.retryStatus':
    '{status} is no status of a rejection; choose from {statuses}, as in 429,503',
  'config.retryStatusMissing':
    'has no effect without statuses to retry; add --retry-status 429,503, or omit it',
  'latency.e2el_including_retries': 'E2EL with retries',
  'latencyLong.e2el_including_retries': 'From the first attempt to the last token',
  'latency.ttft_including_retries': 'TTFT with retries',
  'latencyLong.ttft_including_retries': 'From the first attempt to the first token',
} as const
