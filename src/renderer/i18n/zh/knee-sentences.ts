// Where the knee of a curve is, in Chinese, by the English sentence of `core/sweep/knee`.
export const kneeSentencesZh: Readonly<Record<string, string>> = {
  'The knee is at {rate} requests/s, between {low} and {high} requests/s.':
    '拐点在 {rate} 请求/秒，位于 {low} 与 {high} 请求/秒之间。',
  'The knee is at {load} in flight, between {low} and {high} in flight.':
    '拐点在并发 {load}，位于并发 {low} 与 {high} 之间。',
  'The knee is between {low} and {high} requests/s.': '拐点在 {low} 与 {high} 请求/秒之间。',
  'The knee is between {low} and {high} in flight.': '拐点在并发 {low} 与 {high} 之间。',
  'The knee was not reached: it is beyond {rate} requests/s.': '未到拐点：它高于 {rate} 请求/秒。',
  'The knee was not reached: it is beyond {load} in flight.': '未到拐点：它高于并发 {load}。',
  'The knee was not reached: it is beyond {load}.': '未到拐点：它高于 {load}。',
  'The knee is beyond {rate} requests/s: no heavier load gave usable figures.':
    '拐点高于 {rate} 请求/秒：更重的负载均未给出可用的数据。',
  'The knee is beyond {load} in flight: no heavier load gave usable figures.':
    '拐点高于并发 {load}：更重的负载均未给出可用的数据。',
  'The knee is beyond {load}: no heavier load gave usable figures.':
    '拐点高于 {load}：更重的负载均未给出可用的数据。',
  'The knee is at or below {rate} requests/s, the lightest load measured.':
    '拐点不高于 {rate} 请求/秒，即已测的最轻负载。',
  'The knee is at or below {load} in flight, the lightest load measured.':
    '拐点不高于并发 {load}，即已测的最轻负载。',
  'The knee is at or below {load}, the lightest load measured.':
    '拐点不高于 {load}，即已测的最轻负载。',
  'The knee is at {load}, between {+range}.': '拐点在 {load}，位于 {+range} 之间。',
  'The knee is between {+range}.': '拐点在 {+range} 之间。',
  'No knee: runs were too short to show that the server kept the pace.':
    '没有拐点：运行太短，无法表明服务器跟得上。',
  'Measure each load for {seconds} s or more.': '每个负载请至少测 {seconds} 秒。',
  'No knee: nothing was measured.': '没有拐点：尚无测量结果。',
  'No knee: all requests were sent at once, and latencies depend on how many there were.':
    '没有拐点：所有请求一次发出，延迟取决于请求数。',
  'No knee: no load gave usable figures.': '没有拐点：没有负载给出可用的数据。',
}
