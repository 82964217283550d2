// What keeps a run or a sweep from going on, in Chinese: by the English sentence, as in `launch-problems.ts`.
export const runProblemsZh: Readonly<Record<string, string>> = {
  'The calibration is still running.': '校准仍在进行。',
  'Cancel it first.': '请先取消它。',
  '{+name} has measured nothing that could be exported.': '{+name} 没有可导出的测量结果。',
  'Nothing was sampled while {+name} went on.': '{+name} 进行期间没有采样。',
  'Runs of the application are sampled; those of the command line are not.':
    '应用中的运行会采样，命令行的运行不会。',
  '{+name} is still running.': '{+name} 仍在运行。',
  'Wait until it has ended, or cancel it.': '请等它结束，或取消它。',
  'Cancel it first; what it measured can be removed then.':
    '请先取消它；之后即可删除它的测量结果。',
  'Kneepoint ended during this run; {measured} of {planned} requests were measured and kept.':
    'Kneepoint 在此次运行期间结束；{planned} 个请求中的 {measured} 个已测量并保留。',
  'Run it again for the whole picture.': '请重新运行以获得完整结果。',
  'The thread that keeps the run has ended.': '保存该次运行的线程已结束。',
  'What it had kept until then is there; run the benchmark again for the rest.':
    '此前保存的内容仍在；请重新运行其余部分。',
  'There is no {kind} {id}.': '没有 {kind} {id}。',
  'It was removed.': '它已被删除。',
  'Raise the limit for the run, or ask for fewer requests.': '请提高该次运行的上限，或减少请求数。',
  'The run could not be stored: {+why}.': '无法保存该次运行：{+why}。',
  'Make room on the disk, then run it again.': '请腾出磁盘空间后重新运行。',
  'Launch the server with a profiler; for vLLM: --profiler-config {+config}.':
    '请带性能分析器启动服务器；对 vLLM：--profiler-config {+config}。',
  'There is no server {id}.': '没有服务器 {id}。',
  'The server {+name} is not ready. {+why}': '服务器 {+name} 尚未就绪。{+why}',
  'The server {+name} is not ready.': '服务器 {+name} 尚未就绪。',
  'Start it and wait until it is ready, or choose another one.': '请启动它并等待就绪，或另选一个。',
  "The simulator's process ended with exit code {code}.": '模拟器进程以退出码 {code} 结束。',
  'Look at the end of its log, then start it again.': '请查看其日志末尾，然后重新启动。',

  'This is neither YAML nor JSON: {+why}': '这既不是 YAML 也不是 JSON：{+why}',
  'docs/sweeps.md shows what a sweep file looks like.': 'docs/sweeps.md 说明了扫描文件的写法。',
  'This is no JSON, and {length} characters long.': '这不是 JSON，且有 {length} 个字符。',
  'A sweep in YAML has fewer than {most}; write a longer one as JSON.':
    'YAML 写的扫描少于 {most} 个字符；更长的请用 JSON。',
  '{+host} does not reach the server at {place}: {+why}':
    '{+host} 无法访问 {place} 处的服务器：{+why}',
  'Name an address that it knows, or measure from this computer.':
    '请写一个它能访问的地址，或从本机测量。',
  '{+name} cannot be taken up again: its secrets were kept in memory only.':
    '{+name} 无法继续：其机密只保存在内存中。',
  '{+name} cannot be taken up again: it is {state}.': '{+name} 无法继续：其状态为 {state}。',
  'Start it anew, with the points that are missing.': '请以缺少的点重新开始。',

  'the messages of a conversation are not in its request': '对话的消息不在其请求中',
  'Leave "messages" out of the extra body.': '请从附加请求体中去掉 "messages"。',
  'The server at {url} serves no model.': '{url} 处的服务器没有提供模型。',
  'Start it with a model.': '请带模型启动它。',
  'Name one of these.': '请指定其中之一。',
  'Stopped while asking the server what it serves.': '在询问服务器提供什么时已停止。',
  'No answer from {url}: {+why}.': '{url} 没有应答：{+why}。',
  'Start the server, or check its host and port.': '请启动服务器，或检查其主机和端口。',
  'The server at {url} is not ready yet (HTTP 503).': '{url} 处的服务器尚未就绪（HTTP 503）。',
  'Wait until it has loaded its model, or set a ready-check timeout.':
    '请等待模型加载完成，或设置就绪检查的超时。',
  '{url} asks for an API key (HTTP {status}).': '{url} 要求 API 密钥（HTTP {status}）。',
  'Set OPENAI_API_KEY, or give the key with the server or as an Authorization header.':
    '请设置 OPENAI_API_KEY，或随服务器给出密钥，或用 Authorization 请求头。',
  '{url} answers with HTTP {status} and {+what}, not with a list of models.':
    '{url} 返回 HTTP {status} 和 {+what}，而不是模型列表。',
  'Point it at the root of an OpenAI-compatible server.': '请指向兼容 OpenAI 的服务器的根地址。',
  "Nothing was profiled: the server's /metrics does not say how many requests it runs, which {+asked} needs.":
    '没有进行性能剖析：服务器的 /metrics 未给出正在运行的请求数，而 {+asked} 需要它。',
  'Profile the whole run with --profile alone.': '请只用 --profile 剖析整个运行。',
  'Nothing was profiled: the server ran {most} requests at once at most, when it was looked at, and not the {threshold} of {+asked}.':
    '没有进行性能剖析：查看时服务器最多同时运行 {most} 个请求，未达到 {+asked} 的 {threshold} 个。',
  'Lower the threshold or raise the load.': '请降低阈值或提高负载。',
  '{count} of {all} requests were left out: prompt and output have more than {most} tokens together (--max-model-len).':
    '{all} 个请求中有 {count} 个被舍去：提示词与输出合计超过 {most} 个 token（--max-model-len）。',
  'The profiler did not obey {path}: {+why}.': '性能分析器没有响应 {path}：{+why}。',
  'Start the server with a profiler (for vLLM: --profiler-config), or drop --profile.':
    '请带性能分析器启动服务器（vLLM：--profiler-config），或去掉 --profile。',
  'Stopped while waiting for the server to become ready.': '在等待服务器就绪时已停止。',
  '{url} does not answer a first request: {+why}': '{url} 没有应答首个请求：{+why}',
  'Wait until the server is ready, or raise --ready-check-timeout-sec.':
    '请等待服务器就绪，或提高 --ready-check-timeout-sec。',
  'Stopped while asking for health.': '在询问健康状态时已停止。',
  'Wait until it is, or set a ready-check timeout.': '请等待其就绪，或设置就绪检查的超时。',
  'Start vLLM with VLLM_SERVER_DEV_MODE=1, on an address that only you can reach; or restart the server.':
    '请以 VLLM_SERVER_DEV_MODE=1 启动 vLLM，并只监听您能访问的地址；或重启服务器。',
  'Wait until nobody else uses the server, and try again.': '请等到没有其他人使用服务器后重试。',
  'See whether the server is well; its log tells more.': '请确认服务器是否正常；其日志有更多信息。',
  'Stopped before the first request was sent.': '在发出首个请求之前已停止。',

  'Only {count} connections could be opened: this system allows no more open files.':
    '只能打开 {count} 个连接：系统不允许打开更多文件。',
  'Raise the limit (ulimit -n) or set a lower max concurrency.':
    '请提高该限制（ulimit -n），或降低最大并发。',
  '{name} names no proxy that can be reached over HTTP': '{name} 指定的代理无法通过 HTTP 访问',
  'Give it as http://HOST:PORT, or name the server in no_proxy.':
    '请写作 http://HOST:PORT，或把服务器写入 no_proxy。',
  'Nothing accepts connections at this address': '该地址没有程序接受连接',
  'The server cannot be reached': '无法访问服务器',
  "The server's name cannot be resolved": '无法解析服务器的名称',
  'Connecting took too long': '连接耗时过长',
  "Nothing comes back from the server's machine": '服务器所在机器没有任何回应',
  'The server does not speak TLS at this port: use http://':
    '服务器在该端口不使用 TLS：请使用 http://',
  "The server's certificate is not accepted; --insecure skips this check":
    '服务器的证书不被接受；--insecure 可跳过该检查',
  'No secure connection': '无法建立安全连接',
  'The connection was reset': '连接被重置',
  'The server closed the connection before it had answered': '服务器在应答之前关闭了连接',
  'This system allows no more open files (ulimit -n)': '系统不允许打开更多文件（ulimit -n）',
  'This machine has no free port left to connect from': '本机没有可用于连接的空闲端口',
  "The load generator's process ended in the middle of the run (exit code {code}).":
    '负载生成器进程在运行途中结束（退出码 {code}）。',
  'What is measured came faster than it is stored: {size} MiB were waiting, so the load was ended.':
    '测量结果的产生快于存储：积压 {size} MiB，负载已结束。',
  'All of them are stored.': '全部结果已保存。',
  'Keep the database on a faster disk, or lower the load.':
    '请把数据库放在更快的磁盘上，或降低负载。',
  'The plan has no body for request {index}.': '计划中没有请求 {index} 的内容。',
  'The header {name} {+problem}.': '请求头 {name} {+problem}。',
  'A thread of the load generator ended in the middle of a run.':
    '负载生成器的一个线程在运行途中结束。',
  'What the load generator is to be told is more than one message holds ({count} texts).':
    '要告知负载生成器的内容超过一条消息的容量（{count} 段文本）。',
  'Ask for fewer requests in one run, or measure from this computer.':
    '请减少一次运行的请求数，或从本机测量。',
  'The host says {count} bytes at once.': '主机一次发来 {count} 字节。',
  'Look at the host: what runs there is not what was put there.':
    '请查看主机：那里运行的不是所放置的程序。',
  'A message holds a {type}.': '消息中含有 {type}。',

  'No answer from {url}.': '{url} 没有应答。',
  'The server says at {url} that it is not well (HTTP {status}).':
    '服务器在 {url} 表示状态不正常（HTTP {status}）。',
  'The server has no {url}, so its cache is as warm as it was.':
    '服务器没有 {url}，因此缓存保持原样。',
  'The server did not reset its prefix cache: requests are using it.':
    '服务器没有清空前缀缓存：有请求正在使用。',
  'The cache was not reset by {url}: {+why}.': '{url} 没有清空缓存：{+why}。',
  '{count} connections at once need {needed} open files, and this system allows a process {allowed}.':
    '同时 {count} 个连接需要打开 {needed} 个文件，而系统只允许一个进程打开 {allowed} 个。',
  'Raise the limit (ulimit -n {needed}) or set a lower max concurrency.':
    '请提高该限制（ulimit -n {needed}），或降低最大并发。',
  '{count} connections at once need as many ports, and this machine has {free} to connect from.':
    '同时 {count} 个连接需要同样多的端口，而本机只有 {free} 个可用于连接。',
  'Widen the range (sysctl net.ipv4.ip_local_port_range) or set a lower max concurrency.':
    '请扩大端口范围（sysctl net.ipv4.ip_local_port_range），或降低最大并发。',
  'holds what no header can': '含有请求头不允许的字符',
  'is set for every request by its length': '由每个请求按其长度自动设置',
  'Use visible ASCII characters only.': '请只使用可见的 ASCII 字符。',
  'Leave it out.': '请去掉它。',

  'The run was cancelled before the answer was complete.': '运行在应答完成之前已取消。',
  'No complete answer within {seconds} s.': '{seconds} 秒内没有得到完整应答。',
  'A turn before it failed, so it was not sent.': '前一轮失败，因此没有发送。',
  'The answer had begun, and then nothing came for {seconds} s.':
    '应答开始后，{seconds} 秒内没有任何输出。',
  'The run reached its limit of {seconds} s before the answer was complete.':
    '应答完成之前，运行已达到 {seconds} 秒的时限。',
  'The answer is longer than {+size}; the rest of it was not read.':
    '应答超过 {+size}；其余部分未读取。',
  'The stream ended without its closing message, such as [DONE] or a finish reason.':
    '流结束时没有收尾消息（如 [DONE] 或结束原因）。',
  'The response has status 200 and no content.': '响应状态为 200，但没有内容。',
  'The response is compressed ({header}: {+coding}), which the client did not ask for and does not undo. Switch compression off at the server or the proxy before it, and send no Accept-Encoding.':
    '响应经过压缩（{header}: {+coding}），客户端没有要求压缩，也不解压。请在服务器或其前面的代理上关闭压缩，并且不要发送 Accept-Encoding。',
  'The server closed the connection in the middle of its response.': '服务器在响应中途关闭了连接。',
  'The connection broke in the middle of the response ({code}).': '连接在响应中途中断（{code}）。',
  'The stream was complete but held no generated output, and the server counted none.':
    '流已完整，但其中没有生成的输出，服务器也没有计数。',
  'The server answered with {+kind} instead of a stream of events.':
    '服务器返回的是{+kind}，而不是事件流。',
  'The server answered with {+kind} instead of one JSON document.':
    '服务器返回的是{+kind}，而不是一个 JSON 文档。',
  'a web page': '网页',
  'one JSON document': '一个 JSON 文档',
  'a stream of events': '事件流',
  'HTTP {+status}; it points to {+place}': 'HTTP {+status}；指向 {+place}',
  'HTTP {+status}; it asks to wait {seconds} s': 'HTTP {+status}；要求等待 {seconds} 秒',
  'The proxy {host} cannot be reached ({code}).': '无法访问代理 {host}（{code}）。',
  'The response is not valid HTTP/1.1: {+fault}.': '响应不是有效的 HTTP/1.1：{+fault}。',
  'The proxy does not let us through to the server: {+why}.': '代理不允许访问服务器：{+why}。',
  'The answer is not the document such a server gives.': '应答不是这类服务器应给出的文档。',
  'An event of the stream is not a JSON object.': '流中有事件不是 JSON 对象。',
  '{+flag} is a secret, and would stand in the arguments of the server.':
    '{+flag} 是机密，会出现在服务器的参数中。',
  'Give it with the launch instead.': '请改为随启动给出。',
  'The server {+name} was not started from here, so its flags cannot be changed ({+flags}).':
    '服务器 {+name} 不是从这里启动的，无法更改其参数（{+flags}）。',
  'Launch it from a profile, or let these flags rest.': '请用启动配置启动它，或不改变这些参数。',
}
