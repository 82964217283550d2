// 标量指标的名称：标题、句中、表头、坐标轴。
import type { metricsEn } from '../en/metrics.ts'

export const metricsZh: typeof metricsEn = {
  durationS: { title: '时长' },
  completed: { title: '完成' },
  failed: { title: '失败' },
  rejected: { title: '被拒绝的请求' },
  rejectedAttempts: { title: '被拒绝的尝试' },
  retryWaitS: { title: '两次尝试之间的等待' },
  cutOff: { title: '因取消而中断' },
  totalInputTokens: { title: '输入 token' },
  totalOutputTokens: { title: '输出 token' },
  totalReasoningTokens: { title: '思考 token' },
  reasoningShare: { title: '思考占输出的比例', inSentence: '思考占比' },
  unanswered: { title: '没有答案的响应' },
  totalCachedTokens: { title: '命中缓存的输入 token' },
  cachedShare: { title: '输入的缓存命中比例', inSentence: '缓存命中比例' },
  totalInputs: { title: '输入条数' },
  requestThroughput: {
    title: '请求/s',
    inSentence: '请求吞吐',
    column: '完成',
    axis: '请求/s',
  },
  requestGoodput: { title: '达标请求/s', inSentence: '有效吞吐' },
  inputsThroughput: { title: '输入条数/s', inSentence: '输入吞吐' },
  outputThroughput: {
    title: '输出 token/s',
    inSentence: '输出吞吐',
    column: '输出',
    axis: '输出 token/s',
  },
  totalTokenThroughput: {
    title: '全部 token/s',
    inSentence: '总吞吐',
  },
  maxOutputTokensPerS: { title: '峰值输出 token/s' },
  peakConcurrency: { title: '峰值在途请求' },
  rtfx: { title: 'RTFx' },
  failedShare: { title: '失败的请求', inSentence: '失败请求' },
}
