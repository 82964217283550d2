// What goes wrong with servers of our own and with looking at one, in Chinese: the simulator, its presets, telemetry,
// calibration. By the English sentence, as in `launch-problems.ts`.
export const serverProblemsZh: Readonly<Record<string, string>> = {
  'At most 24 requests at a time: its knee shows within seconds, near 20 requests/s.':
    '同时最多 24 个请求：几秒内即可看到拐点，约 20 请求/s。',
  'A small model on a small GPU: slow steps, bound by memory bandwidth.':
    '小模型配小 GPU：单步较慢，受显存带宽限制。',
  'The common pair of 2023: steady decode, prefill saturates early.':
    '2023 年的常见搭配：解码平稳，预填充较早饱和。',
  'Fast steps and a large batch: the knee lies at hundreds of requests in flight.':
    '单步快、批次大：拐点在数百个在途请求处。',
  'Mixture of experts: quick alone, reads more weights as the batch grows.':
    '混合专家模型：单个请求很快，批次越大读取的权重越多。',
  'A large model over eight GPUs: their talk costs a part of every step.':
    '八个 GPU 上的大模型：每一步都有一部分用于卡间通信。',
  'There is no simulator preset {preset}.': '没有模拟器预设 {preset}。',
  'Choose one of: {+presets}.': '请选择以下之一：{+presets}。',
  'The simulator has no --{flag}.': '模拟器没有 --{flag}。',
  'It takes {+flags}; the rest needs a server that is launched.':
    '它支持 {+flags}；其余参数需要真正启动的服务器。',
  '--{flag} cannot be {+value}.': '--{flag} 不能是 {+value}。',
  'Give it a value that vllm serve would take.': '请给出 vllm serve 接受的值。',
  'Raise it, lower --max-model-len, or give the model more GPUs.':
    '请提高它，降低 --max-model-len，或给模型更多 GPU。',
  'Each request of a step needs a token of it: raise it, or lower the other.':
    '一步中的每个请求都需要其中一个 token：请提高它，或降低另一个。',
  'Lower it.': '请降低它。',
  'The start failed as asked ({id}, exit code {code}).': '启动按要求失败（{id}，退出码 {code}）。',
  'A simulated server has no GPUs.': '模拟的服务器没有 GPU。',

  '{url} tells nothing of requests, cache or tokens.': '{url} 不提供请求、缓存或 token 的信息。',
  '{url} answers HTTP {status}.': '{url} 返回 HTTP {status}。',
  '{url} does not answer: {+why}.': '{url} 没有应答：{+why}。',
  'power cap': '功耗上限',
  'hardware slowdown': '硬件降速',
  'sync boost': '同步加速限制',
  'software thermal slowdown': '软件过热降速',
  'hardware thermal slowdown': '硬件过热降速',
  'power brake': '外部电源制动',

  'The truthful server did not start (exit code {code}).': '基准服务器没有启动（退出码 {code}）。',
  "The truthful server's process ended (exit code {code}).":
    '基准服务器进程已结束（退出码 {code}）。',
  'Port {port} of {host} is taken.': '{host} 的端口 {port} 已被占用。',
  'Cannot listen on {place}: {+why}.': '无法监听 {place}：{+why}。',
  'Choose another port, or stop the program that holds it.': '请选择其他端口，或停止占用它的程序。',
  'Choose a port above 1023 and an address of this machine.':
    '请选择大于 1023 的端口和本机的地址。',
}
