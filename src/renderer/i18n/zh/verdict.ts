// 一次运行作为证据的价值：每项疑点的名称、依据与建议。
export const verdict = {
  title: '作为证据的价值',
  valid: '有效',
  nothingAgainst: '没有发现疑点：几乎没有失败，客户端跟得上，负载稳定，请求足够多。',
  notJudged: '未作判断：运行在测到任何数据之前已结束。',
  word: {
    'nothing-measured': '没有数据',
    errors: '有错误',
    'client-limited': '受限于客户端',
    saturated: '饱和',
    cancelled: '已取消',
    'not-steady': '不稳定',
    'cache-polluted': '缓存污染',
    'too-few-samples': '样本太少',
  },
  evidence: {
    unanswered: '没有请求得到回答；{failed} 个失败。',
    failed: '{failed} 个请求失败，占 {share}。',
    ownAccount: '{reason}达到 {limit} 时，数字反映的是客户端自身。',
    overloaded:
      '校准时此客户端在更轻的负载下已过载：{overloadedAtStreams} 个流，每秒 {overloadedAtEventsPerS} 个事件。',
    behind: '发送期间每秒应有 {askedPerS} 个回答，实际为 {answeredPerS} 个。',
    growing: '从稳态窗口开始到结束，在途请求变化 {inFlightChange}，延迟变化 {latencyChange}。',
    cancelled: '运行已被取消：此前有 {completed} 个请求得到回答，{cutOff} 个被中断，不计为失败。',
    shortlySteady: '只有 {steadyShare} 的请求（{requestsStarted} 个）在稳态中开始。',
    neverSteady: '未找到稳态。',
    known: '服务器已认得新提示词中 {hitShare} 的 token。',
    tooFew: 'p{percentile} 至少需要 {fewestRequests} 个请求；这里只有 {requests} 个。',
  },
  advice: {
    'nothing-measured': '请查看请求的错误与服务器日志：没有一个请求得到回答。',
    errors:
      '请在错误信息和服务器日志中查明原因。延迟只来自得到回答的请求，而它们往往不是慢的那些。',
    'client-limited': '请降低负载、给客户端更多线程、结束本机上的其他程序，或换一台机器测量。',
    saturated:
      '请降低速率以得到可持续的延迟：此处的延迟只说明过载持续了多久。吞吐即服务器的最大值。',
    cancelled: '请重新运行以得到完整结果：数字只来自取消前已得到的回答，不含最后时刻较慢的回答。',
    'not-steady': '请发送更多请求，先以同样负载预热，并查看运行过程中发生了什么变化。',
    'cache-polluted': '请在运行前重置前缀缓存、重启服务器，或更换种子。',
    'too-few-samples': '请发送更多请求，或使用较低的百分位。平均值与吞吐不受影响。',
  },
}
