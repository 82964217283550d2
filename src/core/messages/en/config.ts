// Conflicting settings of a benchmark. Most messages follow the name of a field: "must be above 0".
export const configEn = {
  'config.gpusWithoutExporter':
    'has no effect without exporters; add --gpu-metrics-url, or omit it',
  'config.selector':
    'must be a name of a metric, optionally with labels, as in vllm:num_requests_running{engine="0"}',
  'config.noSampling':
    '{backend} takes no sampling parameters; put supported ones into the extra body, or choose another backend',
  'config.noIgnoreEos': '{backend} always stops at EOS; leave this off',
  'config.noAdapter': 'requests to {backend} name no model, and so no adapter; drop it',
  'config.needsRecordings': '{backend} transcribes audio; choose an audio dataset',
  'config.noModelList': 'a {backend} server does not list its models; name the model',
  'config.keyWithoutCertificate': 'needs --client-cert',
  'config.credentialsInUrl':
    'must not contain a user name or password; send an Authorization header instead',
  'config.zeroPrompts': 'must be at least 1 (only datasets of whole prompts take 0 for "all rows")',
  'config.ownPrompts':
    'this dataset makes its own prompts; drop the path or choose another dataset',
  'config.pathMissing':
    'this dataset is read from a file, or hf from the hub; give its path or name',
  'config.tooManyPrefixes': 'must not exceed the number of prompts: every prefix needs one',
  'config.emptyPrefixedPrompt':
    'must be above 0 where prefixes are empty, else prompts have no token',
  'config.noOutputLength':
    'has no effect on this dataset; use the output length named after it, if it has one',
  'config.cutsTurns':
    'would leave turns out of conversations; lower their number or their lengths instead',
  'config.specBenchTemplate':
    'spec_bench always goes into the chat template, as in the original; leave this off',
  'config.noTemplate':
    'reaches the template of custom and speed_bench only, where it is not skipped',
  'config.noTimes': 'this dataset has no recorded times; omit the flag, or choose timed_trace',
  'config.timesOfTrace':
    'requests are sent at the times of the trace; drop rate and ramp, or self-timing',
  'config.traceTokenIds':
    'a timed trace is sent as token ids, which this backend does not take; choose completions',
  'config.rangeRatioOne':
    'must be below 1, else lengths could be 0; only --compat vllm-0.7 and 2024 take 1',
  'config.oneRangeRatio': 'is one number for both lengths in that --compat profile',
  'config.bestOfDropped': 'vLLM removed it in 2025; only --compat vllm-0.7 and 2024 send it',
  'config.profileWithoutRamp': 'that --compat profile has no ramp; drop one of the two',
  'config.tokenIds': 'token ids can be sent for the random dataset only, and not to every backend',
  'config.vocabSize': 'applies to prompts of token ids only; a tokenizer has its own vocabulary',
  'config.endpoint':
    '{backend} talks to {path}; set the endpoint to that or choose another backend',
  'config.unlimitedDuration':
    'at rate inf nothing limits the requests; give a request rate or a max concurrency',
  'config.fixedDuration': 'a ramp or a trace already sets the end of the run; drop one of the two',
  'config.steadyState':
    'needs a constant load: a request rate or a max concurrency, no ramp, trace or conversation',
  'config.timeoutInDuration':
    'would end the run before its duration is over; raise it or shorten the duration',
  'config.rampSetsRate': 'a ramp sets the rate itself; leave the request rate at inf',
  'config.seriesSetsRate':
    'a series sets the rate itself; leave the request rate at inf, without a ramp',
  'config.seqDist':
    'must be pairs of lengths with percentages that sum to 100, such as "256,128:60;512|50,256|20:40"',
  'config.seqDistDataset': 'applies to the random dataset only',
  'config.seqDistLengths':
    'sets the lengths itself; drop input-len, output-len and the range ratio',
  'config.seqDistProfile':
    'cannot be combined with a cached prefix, nor with a --compat profile of an early script',
  'config.emptyTraceWindow': 'must be later than the start of the window',
  'config.rampEnds': 'a ramp needs both a start and an end rate',
  'config.rampFalls': 'a ramp rises: the start rate must not exceed the end rate',
  'config.rampFromZero': 'a ramp starts above 0, else its first request would never be sent',
  'config.cachedRatio':
    'must be above 0 where a share of prompts is cached (random-cache-hit-fraction); 0.95 caches 95 % of each of them',
  'config.cachedFraction':
    'must be above 0 where a part of prompts is cached (random-cache-ratio); 0.8 caches 80 % of the prompts',
  'config.cachedTokenIds':
    'needs prompts of token ids, so that prefixes are equal id for id; add --prompt-token-ids with the random dataset',
  'config.cachedPrefixLength': 'the cached prefix takes its place; leave it at 0',
  'config.cachedBatch': 'prompts with a cached prefix are sent one by one; leave it at 1',
  'config.cachedTokenizer':
    'prompts with a cached prefix are drawn from the vocabulary of the tokenizer; drop it',
  'config.shareBelowOne': 'must be at least 0 and below 1',
  'config.notEmpty': 'must not be empty',
  'config.url': 'must be an address that begins with http:// or https://',
  'config.beginsWith': 'must begin with {text}',
  'config.otherForm': 'has another form than it must have',
  'config.mediaChat': 'images and videos are sent as parts of chat messages; choose openai-chat',
  'config.recordingsAudio':
    'recordings are sent for transcription; choose openai-audio or vllm-realtime',
  'config.probeOfAudio': 'a probe is one short text, and this backend takes audio; drop it',
  'config.noMedia': 'has no effect on this dataset, which has no images, video or audio',
  'config.conversationsChat': 'conversations are sent as chat messages; choose openai-chat',
  'config.agentsChat': 'agents send tool messages, which only openai-chat takes; choose it',
  'config.profileWithoutConversations':
    'clients of that profile sent single messages only; choose a later one',
  'config.minTurns':
    'asks for more turns than conversations may have; lower it or raise the most turns',
  'config.noRecordedAnswers':
    'generated conversations have no recorded answers; leave it at answers',
  'config.profileWithoutBackend': 'its client had no {backend} yet; choose vllm-0.27 or later',
  'config.oneBatch': 'must be 1: {backend} takes one prompt per request',
  'config.rerankBackend': 'its lists of texts go to vllm-rerank, or to a backend that embeds lists',
  'config.rerankDataset': 'this backend ranks documents for a query; choose random-rerank',
  'config.noReranker': 'has no effect on this dataset; leave it off, or choose random-rerank',
  'config.rerankBatch': 'must be at least 2 with --no-reranker: the query is one of the texts',
  'config.rerankDropped': 'is not sent to rerank, as in the original; drop it',
  'config.rerankProbe': 'a probe is one short text, which rerank does not take; drop it',
  'config.onlyEndToEnd': 'can only limit e2el here: this backend does not stream',
  'config.emptyHost': 'must name a host between any two commas',
  'config.jobAndHosts':
    'names a job (slurm:LOGIN, kubernetes:CONTEXT) beside other hosts; a job is named alone',
  'config.hostTwice': 'names {host} twice; name each host once',
  'config.moreHostsThanPlaces':
    'means {count} workers, more than --max-concurrency has slots; take fewer, or raise the limit',
  'config.profileMissing': 'sets when profiling starts; add --profile, or drop it',
  'config.profileThresholdMissing':
    'counts from a batch of --profile-batch-threshold requests; add that, or drop this to profile the whole run',
  'config.comparedFiles':
    'takes two result files, the base first, as in --compare before.json after.json',
  'config.sweepOfBoth':
    'cannot be combined with --sweep-max-concurrency; vary one of the two, or both with kneepoint bench sweep',
  'config.repeatedSweep':
    'cannot be combined with a sweep, which measures each load once; kneepoint bench sweep repeats each load',
  'config.promptsOfSweep':
    'multiplies each value of --sweep-max-concurrency; add that flag, or use --num-prompts',
  'config.columnsOfSweep':
    'adds columns to the table of a sweep; add --sweep-max-concurrency or --sweep-request-rate, or use --metric-percentiles',
  'config.duplicateValue':
    'lists a value twice; list each once, or repeat one load with --num-runs',
  'config.slurmTime': 'must be a time as Slurm writes it: 90, 4:00:00 or 1-12',
  'config.mustBe': 'must be {what}',
  'config.unknownMetrics': 'does not know {keys}; it takes {known}',
  'config.unknownKeys': 'does not know {keys}',
  'config.above': 'must be above {limit}',
  'config.below': 'must be below {limit}',
  'config.atLeast': 'must be at least {limit}',
  'config.atMost': 'must be at most {limit}',
  'config.object': 'an object',
  'config.secretNotKept': 'holds *** in place of a secret, which is never stored; enter it again',
  'address.scheme': 'must begin with http:// or https://',
  'address.zone':
    'must not have an IPv6 zone (%…), which a URL cannot carry; give a global address, or a name that resolves to it',
  'address.brackets': 'needs brackets around its IPv6 address: http://[::1]:8000',
  'address.blank': 'must not contain blanks',
  'address.port': 'has port {port}, but ports are 1 to 65535',
  'address.form': 'must be an address such as http://127.0.0.1:8000',
  'address.otherEndpoint':
    'ends with {path}, but requests go to {endpoint}; leave it out of the address, or pass --endpoint {path} and its --backend',
  'address.hostIsUrl': 'must be a name or an address, not a URL; pass --base-url {url} instead',
  'address.hostHasPort': 'must not have a port; pass --host {name} --port {port}',
  'address.hostBlank': 'must not contain blanks; give a name or an address',
  'address.hostForm': 'must be a name or an address, such as gpu1.example or 10.0.0.7',
  'address.repeated': 'The address already has {part}: requests go to {url}.',
} as const
