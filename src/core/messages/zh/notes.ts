import type { notesEn } from '../en/notes.ts'
import type { Translation } from '../template.ts'

export const notesZh = {
  'notes.client': '客户端：{standing}',
  'notes.client.standing': '{grade}。{reason}（上限 {limit}）。',
  'notes.client.fine': '正常',
  'notes.client.strained': '吃紧',
  'notes.client.invalid': '结果无效，测到的是客户端自身',
  'notes.clientError': 'TTFT 平均约偏大 {mean}，p99 偏大 {p99}；99 % 的间隔误差不超过 {gaps}。',
  'notes.intervals': '95 % 置信区间（吞吐为稳态值）：{figures}。',
  'notes.intervalsOfWholeRun': '95 % 置信区间（吞吐为整次运行的值）：{figures}。',
  'notes.interval': '{figure} {low} 至 {high}',
  'notes.readAtOnce':
    '{completed} 个响应中有 {count} 个的多数 token 在一次过晚的读取中到达：其 TPOT 与 ITL 未测得。',
  'notes.calibrated':
    '校准于 {day}，{streams} 个流，每秒 {events} 个事件：TTFT + {ttft}（p99 {ttftP99}），99 % 的间隔误差不超过 {itl}。',
  'notes.calibratedOnlyUpTo':
    '校准于 {day}，但最高只到 {streams} 个流，每秒 {events} 个事件：TTFT + {ttft}（p99 {ttftP99}），99 % 的间隔误差不超过 {itl}。',
  'notes.clockAhead': '从 {host} 发送（Node {version}；其时钟比本机快 {ms} ms，± {error} ms）。',
  'notes.clockBehind': '从 {host} 发送（Node {version}；其时钟比本机慢 {ms} ms，± {error} ms）。',
  'notes.workers':
    '由 {count} 台主机发送。延迟是同一时钟上的差值；不同主机的时刻可在 ±{error} ms 内比较。',
  'notes.placement':
    '  在该误差内，并发峰值为 {low} 至 {high}，最忙一秒有 {lowEvents} 至 {highEvents} 个 token 事件。',
  'notes.placement.steady': '  时钟误差使稳态吞吐有 ±{share} 的不确定性。',
  'notes.unusedPlaces': '在有请求等待时，并发名额有 {share} 空闲。',
  'notes.worker':
    '  {host}：{requests} 个请求，Node {version}，时钟偏差 {ms} ms（漂移 {drift} ppm），时刻误差 ±{error} ms；客户端：{grade}。',
  'notes.lostWorker': '  {host}：返回 {requests} 个请求后丢失，{missing} 个没有结果。{why}',
  'notes.resent':
    '{all} 个请求中有 {count} 个重发过：服务器在返回任何字节之前关闭了复用的连接；其延迟从首次发送算起。请提高服务器的 keep-alive 上限（vLLM 用 VLLM_HTTP_TIMEOUT_KEEP_ALIVE，uvicorn 用 --timeout-keep-alive）。',
  'notes.busyServer':
    '{count} 个请求因服务器或网关繁忙而失败（HTTP {statuses}）。用 --retry-status {statuses} 可重发此类请求。',
  'notes.nothingBehind':
    '{count} 个请求失败，因为该地址后没有就绪的服务器（HTTP {statuses}）。请检查它是否在运行、模型是否加载完成，以及网关中的地址。',
  'notes.gatewayTimeout':
    '{count} 个请求失败，因为网关不再等待响应（HTTP {statuses}）。请增大其超时，或减少同时的请求。',
  'notes.bodyTooLarge':
    '{count} 个请求超过网关允许的大小（HTTP {statuses}）。请增大限制（nginx 的 client_max_body_size），或缩短提示词。',
  'notes.keyRefused':
    '{count} 个请求未获准（HTTP {statuses}）。请设置 OPENAI_API_KEY，或按网关的要求传递密钥，例如 --header api-key=KEY。',
  'notes.tokensPerEvent':
    '每个事件平均携带 {tokens} 个 token：ITL 与输出吞吐峰值按事件计，而非 token。TPOT 与输出吞吐按 token 计。',
  'notes.eventsOfChoices': '每个响应有 {choices} 个选项（n）：ITL 是任意选项的事件之间的间隔。',
  'notes.contextExceeded':
    '{all} 个请求中有 {count} 个超出服务器的上下文：最长的请求为 {input} + {output} 个 token，而 max_model_len 为 {limit}。',
  'notes.runLimit':
    '运行已达到 {seconds} 秒的时限：{planned} 个请求中完成了 {completed} 个，数据仅来自这些请求。',
  'notes.connectionsLost': '运行提前结束：连续 {count} 次连接 {url} 被拒绝，其余请求未发送。',
  'notes.tooManyErrors':
    '运行提前结束：{ended} 个请求中已有 {failed} 个失败，超过上限，此后不再发送。',
  'notes.serverLatencies': '服务器自身的统计（平均值）：{latencies}。',
  'notes.serverLatency': '{metric} {ms} ms（客户端 {difference} ms）',
  'notes.inSeries': '{first}；{last}',
  'notes.reasoningRecounted':
    '{all} 个响应中有 {count} 个未由服务器报告思考 token：改由 tokenizer 统计其思考文本。',
  'notes.unanswered':
    '{all} 个响应中有 {count} 个在给出答案前就结束了。TTFO、思考耗时和答案 TPOT 不包含这些响应；增大输出长度即可计入。',
  'notes.uncounted.tokenizer':
    '{all} 个响应中有 {count} 个已流式返回，服务器却报告输出 0 个 token：改由 tokenizer 统计其文本，与 vLLM 客户端一致。',
  'notes.uncounted.none':
    '{all} 个响应中有 {count} 个已流式返回，服务器却报告输出 0 个 token：没有 tokenizer，每个按 1 个 token 计，与 vLLM 客户端一致。',
  'notes.unlisted':
    '{url} 处的服务器没有列出模型“{model}”（已列出：{names}）。请求仍使用“{model}”。',
  'notes.unlisted.none': '无',
  'notes.noModelList': '{url}/v1/models 没有列出任何模型。请求仍使用“{model}”。',
  'notes.unseenTokens':
    '{all} 个响应中有 {count} 个不含 token，而服务器有计数：其 TTFT 取自首个事件，且没有 ITL。请查看服务器从响应中去掉了什么：推理内容、工具调用、特殊 token。',
  'notes.warmCache':
    '提示词 token 中有 {share} % 此前已在服务器的前缀缓存中，因此延迟偏低：请重置缓存（POST /reset_prefix_cache）、重启服务器，或更换 --seed。',
  'notes.proxy': '请求经过代理 {host}：各项延迟都包含代理的开销。',
  'notes.alignment':
    '服务器把提示词切成的 token 多于本地 tokenizer：{all} 个提示词中有 {cut} 个已截到要求的长度。请用 --tokenizer 指定所部署模型的 tokenizer。',
  'notes.vocabulary':
    '服务器没有给出词表大小；已发送小于 {size} 的 token id。请用 --vocab-size 指定词表大小。',
  'notes.unknownMetrics': '--percentile-metrics：没有名为 {unknown} 的指标。可选：{known}。',
} as const satisfies Translation<typeof notesEn>
