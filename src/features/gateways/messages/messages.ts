// Messages of runs whose load is spread over several base URLs.
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
} as const
