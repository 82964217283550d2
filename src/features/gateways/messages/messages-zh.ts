import type { Translation } from '#core/messages/template.ts'
import type { gatewaysMessages } from './messages.ts'

export const gatewaysMessagesZh = {
  'config.hostBesideUrls': '不能与 --host 或 --port 同用；请改用 --base-url 逐一给出服务器',
  'config.repeatedUrl': '{url} 出现了两次；每台服务器只写一次',
  'config.schemesDiffer': '协议不一致（{schemes}），延迟没有可比性；请让所有服务器使用同一协议',
  'config.strategyOfOneUrl': '只有一台服务器时不起作用；请为每台服务器重复 --base-url，或去掉此项',
  'config.stickyWithoutConversations':
    '需要多轮会话，而这些请求各自独立；请改用 round-robin 或 least-in-flight，或选择会话数据集',
  'notes.versionsDiffer': '各服务器版本不同：{url} 为 {version}，{firstUrl} 为 {firstVersion}。',
  'runs.otherModel': '{url} 处的服务器没有列出 {firstUrl} 的模型“{model}”（已列出：{names}）。',
  'report.targets': '负载点 {number}，按 URL（延迟单位 ms）',
  'judgement.reason.url-failed': '有 URL 失败',
  'judgement.reason.url-full': '有 URL 已满',
  'judgement.reason.urls-unequal': '各 URL 不一致',
  'judgement.urlFailed':
    'URL {url} 的 {requests} 个请求中有 {failed} 个失败（{share}），其余 URL 共失败 {others} 个。',
  'judgement.urlFull':
    'URL {url} 已满：拒绝了其 {requests} 个请求中的 {refused} 个（{share}），其余 URL 共拒绝 {others} 个，承担 {rate} req/s。',
  'judgement.slowUrl': 'URL {slow} 的 {metric} 中位数比 URL {fast} 高 {slowdown}。',
  'judgement.muchSlowerUrl': 'URL {slow} 的 {metric} 中位数是 URL {fast} 的 {factor} 倍。',
  'judgement.loadedUrl':
    'URL {mostUrl} 收到 {mostShare} 的请求，URL {leastUrl} 收到 {leastShare}。',
  'judgement.advice.url-failed':
    '查看该服务器的错误和日志后重新测量：它没有承担的负载由其余服务器承担，所有 URL 合计的数字不代表任何部署。',
  'judgement.advice.url-full':
    '请把请求发往在途请求最少的 URL（--url-strategy least-in-flight），降低速率，或调高该服务器的限额。',
  'judgement.advice.urls-unequal':
    '在 URL 表中比较各服务器：硬件、参数、其他负载。所有 URL 合计的数字混合了它们。',
  'urls.title': '按 URL',
  'urls.about': '多台服务器分摊了负载（{strategy}）。占比按已发送的请求计算。延迟的单位为 ms。',
  'config.cancelAfter':
    '{text} 既不是时间，也不是 token 数；请写成 2s、500ms（最长 86400 秒）或 50tok（最多 1000000）',
  'config.cancelTokensPooling': '该 API 的响应没有可计数的 token；请改填时间，例如 2s',
  'config.cancelAfterMissing':
    '没有设定时间或 token 数时不起作用；请加上 --cancel-after 2s，或去掉此项',
  'runs.failed.clientCancelledTime': '客户端在 {seconds} 秒后取消了该请求。',
  'runs.failed.clientCancelledTokens': '客户端在收到 {tokens} 个 token 后取消了该请求。',
  'judgement.reason.censored': '延迟被截断',
  'judgement.censored':
    '{requests} 个请求中有 {cancelled} 个被客户端取消（{share}），而另一些本应取消的请求提前完成了。延迟中缺少较慢和较长的响应。',
  'judgement.advice.censored':
    '不要与没有 --cancel-after 的运行比较延迟。若要在有取消的情况下测延迟，请只取消一部分请求（--cancel-share 0.2），并取消得足够早，使它们都来不及完成。',
  'config.retryStatus': '{status} 不是表示拒绝的状态码；请从 {statuses} 中选择，例如 429,503',
  'config.retryStatusMissing':
    '没有要重试的状态码时不起作用；请加上 --retry-status 429,503，或去掉此项',
  'latency.e2el_including_retries': '含重试的 E2EL',
  'latencyLong.e2el_including_retries': '从首次尝试到最后一个 token',
  'latency.ttft_including_retries': '含重试的 TTFT',
  'latencyLong.ttft_including_retries': '从首次尝试到首个 token',
} satisfies Translation<typeof gatewaysMessages>

export const gatewayFlagsZh = {
  labels: {
    otherBaseUrls: '其他基础 URL',
    urlStrategy: '请求发往的 URL',
    retryStatus: '重试的状态码',
    retryMax: '最多重试次数',
    cancelAfter: '客户端取消',
    cancelShare: '取消的请求占比',
  },
  summaries: {
    otherBaseUrls: '提供同一模型的其他服务器，负载会分摊到所有服务器；用空格分隔。',
    urlStrategy: '有多个基础 URL 时：轮流、发给在途请求最少的，或按会话固定。',
    retryStatus: '服务器以这些 HTTP 状态码拒绝请求时重新发送；被拒绝不计为失败。',
    retryMax: '每个请求最多重试几次；响应带 Retry-After 时按其等待，否则指数退避。',
    cancelAfter: '请求达到该时间或输出 token 数后由客户端取消：2s、500ms、50tok。取消不计为失败。',
    cancelShare: '--cancel-after 作用于多大比例的请求，由种子决定是哪些。',
  },
}
