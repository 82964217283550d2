// Runs, sweeps, and what stops them: preparation, load generator, failed requests.
export const runsEn = {
  'runs.contentLength': 'its content-length is {length}',
  'runs.contextExceeded':
    'All {all} requests exceed the context of the server: the shortest asks for {input} + {output} tokens, and max_model_len is {limit}.',
  'runs.contextExceeded.remedy':
    'Shorten prompts or outputs, or start the server with a larger --max-model-len.',
  'runs.emptyDocument': 'The response contains no vector or score.',
  'runs.otherDocument': 'The response is not the document of such a server.',
  'runs.headTooLong': 'its head is longer than 64 KiB',
  'runs.protocolChange': 'it wants to change the protocol',
  'runs.chunkTooLong': 'a chunk is longer than its size: {text} follows its end',
  'runs.tls': 'it is a record of TLS; use https://',
  'runs.http2':
    'it is a frame of HTTP/2; let the server or its proxy speak HTTP/1.1, or use --transport undici-h2',
  'runs.beginsWith': 'it begins with {text}',
  'runs.eventOfOtherApi':
    "The events have the form of {api}. Set the endpoint to one of OpenAI's API, such as /v1/chat/completions.",
  'runs.eventNotJson': 'An event of the stream is not a JSON object.',
  'runs.eventsNotSeparated':
    'The events of the stream follow each other without a blank line between them, so they are one event. The server must send a blank line after each.',
  'runs.calibrating': 'The calibration is still running.',
  'runs.calibrating.remedy': 'Cancel it first.',
  'runs.keeperEnded': 'The thread that keeps the run has ended.',
  'runs.keeperEnded.remedy': 'Results up to then are stored. Run the benchmark again for the rest.',
  'runs.running': '"{name}" is still running.',
  'runs.running.remedy': 'Wait until it has ended, or cancel it.',
  'runs.interrupted':
    'Kneepoint ended during this run; {measured} of {planned} requests were measured and stored.',
  'runs.interrupted.remedy': 'Run it again for complete results.',
  'runs.running.cancel': 'Cancel it first; what it measured can be removed then.',
  'runs.timeLimit.remedy': 'Raise the time limit, or send fewer requests.',
  'runs.connectionsLost.remedy':
    'Start the server again, then rerun. With --max-connection-errors 0, a run keeps sending.',
  'runs.tooManyErrors.remedy':
    'See why requests failed, or raise --max-errors or --max-error-rate.',
  'runs.notStored': 'The run could not be stored: {why}.',
  'runs.notStored.remedy': 'Free disk space, then run it again.',
  'runs.profilerConfig':
    'Launch the server with a profiler; for vLLM: --profiler-config \'{"profiler":"torch","torch_profiler_dir":"/a/folder/there"}\'.',
  'runs.hostWithoutServer': '{host} does not reach the server at {hostname}:{number}: {why}',
  'runs.hostWithoutServer.remedy':
    'Use an address that it can reach, or measure from this computer.',
  'runs.flagsFixed':
    'The server "{name}" was not started from here, so its flags cannot be changed ({flags}). Launch it from a profile, or let these flags rest.',
  'runs.secretFlag':
    '{flag} is a secret, and would stand in the arguments of the server. Give it with the launch instead.',
  'runs.secretsLost': '"{name}" cannot be resumed: its secrets were held in memory only.',
  'runs.secretsLost.remedy': 'Start a new sweep with the missing points.',
  'runs.notResumable': '"{name}" cannot be resumed: it is {state}.',
  'runs.noRequestCount':
    "Nothing was profiled: the server's /metrics does not say how many requests it runs, which {asked} needs. Profile the whole run with --profile alone.",
  'runs.thresholdMissed':
    'Nothing was profiled: the server ran {most} requests at once at most, when sampled, not the {threshold} of {asked}. Lower the threshold or raise the load.',
  'runs.messagesReplaced': 'the messages of a conversation are not in its request',
  'runs.messagesReplaced.remedy': 'Leave "messages" out of the extra body.',
  'runs.noModelServed': 'The server at {url} serves no model.',
  'runs.noModelServed.remedy': 'Start it with a model.',
  'runs.otherModel.remedy':
    'Start it with the same model or --served-model-name, name a model that all servers list by --model, or remove the URL.',
  'runs.probeCancelled': 'Stopped while querying the models of the server.',
  'runs.noAnswerBecause': 'No response from {url}: {why}.',
  'runs.noAnswerBecause.remedy': 'Start the server, or check its host and port.',
  'runs.proxyCredentials':
    'The proxy on the way to {url}, {proxy}, asks for a user name and a password (HTTP 407).',
  'runs.unnamedProxy': 'which no variable names',
  'runs.proxyForbids': 'Requests to {url} by the proxy {proxy} are refused (HTTP {status}).',
  'runs.proxyForbids.remedy':
    'Name the server in no_proxy, or let the proxy forward to it. If the server itself refuses, give its API key.',
  'runs.proxyCredentials.remedy':
    'Set http_proxy or https_proxy to http://USER:PASSWORD@HOST:PORT, or name the server in no_proxy.',
  'runs.redirected': '{url} redirects to {place} (HTTP {status}).',
  'runs.redirected.remedy':
    'Pass that server as --base-url. Redirects are not followed, because requests carry credentials.',
  'runs.wantsTls': '{url} speaks TLS, but was asked without it.',
  'runs.wantsTls.remedy': 'Ask {secure} instead: write https:// in the address.',
  'runs.notPem': '{source} names {file}, which holds nothing of its kind in PEM.',
  'runs.notPem.remedy':
    'Give a file with lines such as "-----BEGIN CERTIFICATE-----"; "openssl x509 -inform der" and "openssl pkcs12 -nodes" write one from other formats.',
  'runs.keyMissing': '--client-cert names {file}, which holds no private key.',
  'runs.keyMissing.remedy': 'Give its key with --client-key.',
  'runs.pemUnreadable': '{source} names {file}, which cannot be read: {why}.',
  'runs.pemUnreadable.remedy': 'Check the path, or leave it out.',
  'runs.notAPair': 'The client certificate and its key cannot be used together: {why}',
  'runs.notAPair.remedy':
    'Give the whole certificate and the key that belongs to it, without a passphrase.',
  'runs.allFailedAt': 'All requests went to {url}, and none succeeded.',
  'runs.firstRejection': 'The first rejection: {why}.',
  'runs.notReady': 'The server at {url} is not ready yet (HTTP {status}).',
  'runs.notReady.remedy': 'Wait until it has loaded its model, or set a ready-check timeout.',
  'runs.keyNeeded': '{url} asks for an API key (HTTP {status}).',
  'runs.keyNeeded.remedy':
    'Set OPENAI_API_KEY, or give the key with the server or as an Authorization header.',
  'runs.webPage': 'a web page',
  'runs.unknownContent': 'no known content',
  'runs.notAModelList': '{url} answers with HTTP {status} and {what}, not with a list of models.',
  'runs.notAModelList.remedy':
    'Point it at the root of an OpenAI-compatible server, or name the model if the server has no list.',
  'runs.nothingListens': 'nothing listens there',
  'runs.noSuchHost': 'no such host',
  'runs.noNameServer': 'no name server responds, so its name cannot be resolved',
  'runs.noRoute': 'no network leads there',
  'runs.connectionCut': 'the connection was cut',
  'runs.connectionTimedOut': 'the connection timed out',
  'runs.probeTimeout': 'it took longer than 10 seconds',
  'runs.profilerRefused': 'The profiler did not accept {path}: {why}.',
  'runs.profilerRefused.remedy':
    'Start the server with a profiler (for vLLM: --profiler-config), or drop --profile.',
  'runs.readyCheckCancelled': 'Stopped while waiting for the server to become ready.',
  'runs.readyCheckFailed': '{url} does not respond to a first request: {why}',
  'runs.readyCheckFailed.remedy':
    'Wait until the server is ready, or raise --ready-check-timeout-sec.',
  'runs.healthCancelled': 'Stopped during the health check.',
  'runs.noAnswer': 'No response from {url}.',
  'runs.unhealthy': 'The health check at {url} failed (HTTP {status}).',
  'runs.unhealthy.remedy': 'Wait until the server is ready, or set a ready-check timeout.',
  'runs.noResetRoute': 'The server has no {url}, so its cache was not reset.',
  'runs.noResetRoute.remedy':
    'Start vLLM with VLLM_SERVER_DEV_MODE=1, on an address that only you can reach; or restart the server.',
  'runs.cacheInUse': 'The server did not reset its prefix cache: requests are using it.',
  'runs.cacheInUse.remedy': 'Wait until nothing else uses the server, and try again.',
  'runs.cacheNotReset': 'The cache was not reset by {url}: {why}.',
  'runs.cacheNotReset.remedy': 'Check the log of the server.',
  'runs.cancelledBeforeFirst': 'Stopped before the first request was sent.',
  'runs.tooFewFiles':
    '{count} connections at once need {needed} open files, and this system allows a process {allowed}.',
  'runs.tooFewFiles.remedy': 'Raise the limit (ulimit -n {needed}) or set a lower max concurrency.',
  'runs.tooFewPorts':
    '{count} connections at once need as many ports, and this machine has {free} to connect from.',
  'runs.tooFewPorts.remedy':
    'Widen the range (sysctl net.ipv4.ip_local_port_range) or set a lower max concurrency.',
  'runs.noMoreConnections':
    'Only {count} connections could be opened: this system allows no more open files.',
  'runs.noMoreConnections.remedy': 'Raise the limit (ulimit -n) or set a lower max concurrency.',
  'runs.badProxy': '{name} is {value}, which names no proxy that can be reached over HTTP.',
  'runs.badProxy.remedy':
    'Set it to an HTTP proxy, http://HOST:PORT or http://USER:PASSWORD@HOST:PORT with @ as %40 and / as %2F, or name the server in no_proxy. SOCKS proxies and proxies over TLS are not supported.',
  'runs.failed.cancelled': 'The run was cancelled before the answer was complete.',
  'runs.failed.timeout': 'No complete answer within {seconds} s.',
  'runs.failed.turnCut': 'The run ended before it was due, so it was not sent.',
  'runs.failed.turnBefore': 'A turn before it failed, so it was not sent.',
  'runs.failed.turnRejected': 'Every attempt of a turn before it was rejected, so it was not sent.',
  'runs.failed.branchCancelledTime':
    'The client cancelled the request with its branch, {seconds} s after the branch began.',
  'runs.failed.branchCancelledTokens':
    'The client cancelled the request with its branch, after {tokens} output tokens of the branch.',
  'runs.failed.branchCancelledByOther':
    'The client cancelled the request with its branch, because another step had ended.',
  'runs.failed.workerLost':
    'The worker on {worker} was lost, so the outcome of this request is unknown: {why}',
  'runs.failed.stalled': 'The answer had begun, and then nothing came for {seconds} s.',
  'runs.failed.timeLimit':
    'The run reached its limit of {seconds} s before the answer was complete.',
  'runs.failed.tooMuchHeld':
    'The responses in flight took more than {size} of memory together; this was one of the largest, so the rest of it was not read.',
  'runs.failed.tooLong': 'The answer is longer than {size}; the rest of it was not read.',
  'runs.failed.unfinished':
    'The stream ended without its closing message, such as [DONE] or a finish reason.',
  'runs.failed.noEvents':
    'The stream ended without a token and without its closing message. Check that the server sends events, lines that begin with "data:", not lines of JSON.',
  'runs.failed.noContent': 'The response has status 200 and no content.',
  'runs.failed.compressed':
    'The response is compressed ({header}: {coding}), which the client did not ask for and does not undo. Switch compression off at the server or the proxy before it, and send no Accept-Encoding.',
  'runs.failed.closedInResponse': 'The server closed the connection in the middle of its response.',
  'runs.failed.brokenInResponse': 'The connection broke in the middle of the response ({code}).',
  'runs.failed.noOutput':
    'The stream was complete but contained no generated output, and the server counted none.',
  'runs.failed.endedEarly':
    'The server ended the response with the finish reason "{reason}" before it was complete.',
  'runs.failed.noStream': 'The server responded with {kind} instead of a stream of events.',
  'runs.failed.noSound': 'The server responded with {kind} instead of samples of sound.',
  'runs.failed.noDocument': 'The server responded with {kind} instead of one JSON document.',
  'runs.emptyBody': 'an empty body',
  'runs.jsonDocument': 'one JSON document',
  'runs.eventStream': 'a stream of events',
  'runs.failed.refused': 'Nothing accepts connections at this address ({code}).',
  'runs.failed.unreachable': 'The server cannot be reached ({code}).',
  'runs.failed.nameUnknown': "The server's name cannot be resolved ({code}).",
  'runs.failed.connectTimeout': 'Connecting took too long ({code}).',
  'runs.failed.silentMachine': "Nothing comes back from the server's machine ({code}).",
  'runs.failed.notTls': 'The server does not speak TLS at this port ({code}).',
  'runs.failed.certificate': "The server's certificate is not accepted ({code}).",
  'runs.failed.notTls.remedy': 'Use http:// in the address.',
  'runs.failed.certificateExpired': "The server's certificate has expired ({code}).",
  'runs.failed.certificateEarly': "The server's certificate is not valid yet ({code}).",
  'runs.failed.certificateDate.remedy':
    'Renew it, or check the clock of this machine; --insecure measures without the check.',
  'runs.failed.certificateSelfSigned': "The server's certificate is self-signed ({code}).",
  'runs.failed.certificateUnknownCa':
    "The server's certificate is from an authority that is not trusted here, or lacks its intermediate certificates ({code}).",
  'runs.failed.certificateTrust.remedy':
    'Name the certificate of its authority in SSL_CERT_FILE; --insecure measures without the check.',
  'runs.failed.certificateWrongHost':
    "The server's certificate is for another name than the address has ({code}).",
  'runs.failed.certificateWrongHost.remedy':
    'Use the name in the certificate as the address; --insecure measures without the check.',
  'runs.failed.clientCertificate':
    'The server requires a client certificate, and accepts none that was shown ({code}).',
  'runs.failed.clientCertificate.remedy': 'Pass --client-cert and --client-key.',
  'runs.failed.otherProtocols':
    'The server speaks no HTTP/1.1 at this port, probably HTTP/2 alone ({code}).',
  'runs.failed.otherProtocols.remedy':
    'Let the server or its proxy offer HTTP/1.1 too, or use --transport undici-h2.',
  'runs.failed.tlsVersion':
    'The server and this program have no version of TLS in common ({code}).',
  'runs.failed.tlsVersion.remedy': 'Let the server offer TLS 1.2 or 1.3.',
  'runs.failed.tlsHandshake':
    'The server refused the TLS handshake: it requires a client certificate, or has no cipher in common ({code}).',
  'runs.failed.proxyCredentials':
    'The proxy asks for a user name and a password (HTTP 407): write them into http_proxy or https_proxy.',
  'runs.failed.noTls': 'No secure connection ({code}).',
  'runs.failed.reset': 'The connection was reset ({code}).',
  'runs.failed.closedBeforeResponse':
    'The server closed the connection before it responded ({code}).',
  'runs.failed.noFiles': 'This system allows no more open files (ulimit -n) ({code}).',
  'runs.failed.noPorts': 'This machine has no free port left to connect from ({code}).',
  'runs.failed.proxyUnreachable': 'The proxy {host} cannot be reached ({code}).',
  'runs.failed.proxyUnreachable.remedy':
    'Start the proxy, correct http_proxy or https_proxy, or name the server in no_proxy.',
  'runs.failed.badHttp': 'The response is not valid HTTP/1.1: {fault}.',
  'runs.failed.noHttp2':
    'The server does not speak HTTP/2 at this port. Use --transport undici or native.',
  'runs.failed.badHttp2': 'The response is not valid HTTP/2: {fault}.',
  'runs.crossCheckFailed': '{count|# request|# requests} over transport {transport} failed: {why}',
  'runs.crossCheckFailed.remedy': 'Choose fewer streams or events per second.',
  'runs.undiciNeedsNode': 'Load over undici needs Node {needed}, and this is Node {version}.',
  'runs.undiciNeedsNode.remedy': 'Use a newer Node, or drop --transport.',
  'runs.http2NoProxy': 'HTTP/2 without TLS does not pass a proxy.',
  'runs.http2NoProxy.remedy': 'Name the server in no_proxy, use https://, or --transport undici.',
  'runs.messageTooLarge': 'The load plan is too large for one message ({count} texts).',
  'runs.messageTooLarge.remedy':
    'Ask for fewer requests in one run, or measure from this computer.',
  'runs.frameTooLarge': 'The host sent {count} bytes at once.',
  'runs.frameTooLarge.remedy': 'Check the host: a different program is running there.',
  'runs.unknownArray': 'A message holds a {type}.',
  'runs.workerClockAhead':
    'The clock of {host} is {seconds} s ahead of the clock of this computer; at most {most} s are accepted.',
  'runs.workerClockBehind':
    'The clock of {host} is {seconds} s behind the clock of this computer; at most {most} s are accepted.',
  'runs.workerClock.remedy':
    'Set it, for instance through NTP, or add --allow-clock-skew: times of the run do not depend on it.',
  'runs.moreWorkersThanLoad':
    '{hosts} hosts share the load, and there is no request or conversation for each: the plan has {count}.',
  'runs.moreWorkersThanLoad.remedy': 'Name fewer hosts in --on, or send more requests.',
  'runs.promptsPrepared': '{done} of {all} prompts prepared',
  'runs.waitsForWorkers':
    'All other hosts are ready and wait for {hosts}. If that takes too long, cancel the run and leave the host out of --on.',
  'runs.workersLate':
    'Began up to {seconds} s after the common start: {hosts}. Requests due by then left late. Run the benchmark again; if it recurs, free cores on that host, or leave it out of --on.',
  'runs.workersLost':
    'Lost in the middle of the run: {hosts}. {count} requests have no result, so the figures do not describe the requested load.',
  'runs.workersLost.remedy':
    'The records of the other hosts are stored. See why the host was lost, then run the benchmark again.',
  'runs.preparationEnded': 'The process that prepared the workload ended with exit code {code}.',
  'runs.preparationEnded.remedy':
    'If memory ran out, use fewer or shorter prompts. Then start the run again.',
  'runs.generatorEnded':
    "The load generator's process ended in the middle of the run (exit code {code}).",
  'runs.traceTakes':
    'The trace takes {seconds} s: that is when its last request is sent. --timed-trace-sec-multiplier changes its pace.',
  'runs.traceAtOnce':
    'The trace sends its {count} requests within {seconds} s. If its times are in a larger unit, pass --timed-trace-sec-multiplier.',
  'runs.proxyClosed': 'it closed the connection',
  'runs.proxyRefused': 'The proxy refused the connection to the server: {why}.',
  'runs.noBody': 'The plan has no body for request {index}.',
  'runs.headerCharacters': 'contains characters that a header cannot',
  'runs.headerCharacters.remedy': 'Use visible ASCII characters only.',
  'runs.headerLength': 'is set for every request by its length',
  'runs.headerLength.remedy': 'Leave it out.',
  'runs.badHeader': 'The header {name} {problem}.',
  'runs.threadEnded': 'A thread of the load generator ended in the middle of a run.',
  'runs.chunkSize': 'a chunk begins with {text} instead of its size in hexadecimal digits',
  'runs.chunkDigits': 'a chunk begins with {text} instead of at most {count} digits',
  'runs.badCall': 'The call has an unexpected form.',
  'runs.pointsTo': '{status}; it points to {place}',
  'runs.asksToWait': '{status}; it asks to wait {seconds} s',
} as const
