import type { Translation } from '#core/messages/template.ts'
import type { poolingMessages } from './messages.ts'

export const poolingMessagesZh = {
  'scalar.totalInputs': '输入条数',
  'scalar.inputsThroughput': '输入条数/s',
  'figure.inputsThroughput': '输入吞吐',
  'workload.soundInMessage': '消息中的音频',
  'workload.emptyPrompt': '空提示词',
  'workload.severalImages': '一个请求 {count} 张图片',
  'workload.infinityInput': 'Infinity 每次嵌入一条文本或一张图片，而不是 {what}。',
  'workload.infinityInput.remedy': '请选择其他数据集，或对话形式的嵌入 API。',
  'workload.noDocuments': '重排请求需要查询和文档。',
  'workload.noDocuments.remedy': '请选择 random-rerank 数据集。',
} satisfies Translation<typeof poolingMessages>
