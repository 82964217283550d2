// Messages of backends that return vectors or scores.
import { featureMessages } from '#core/messages/joined-catalogue.ts'

export const poolingMessages = featureMessages({
  en: {
    'workload.soundInMessage': 'audio in a message',
    'workload.emptyPrompt': 'an empty prompt',
    'workload.severalImages': '{count} images in one request',
    'workload.infinityInput': 'Infinity embeds one text or one image, not {what}.',
    'workload.infinityInput.remedy': 'Choose another dataset, or a chat-shaped embeddings backend.',
    'workload.noDocuments': 'A request to rank needs a query and documents.',
    'workload.noDocuments.remedy': 'Choose the random-rerank dataset.',
  },
  zh: {
    'workload.soundInMessage': '消息中的音频',
    'workload.emptyPrompt': '空提示词',
    'workload.severalImages': '一个请求 {count} 张图片',
    'workload.infinityInput': 'Infinity 每次嵌入一条文本或一张图片，而不是 {what}。',
    'workload.infinityInput.remedy': '请选择其他数据集，或对话形式的嵌入 API。',
    'workload.noDocuments': '重排请求需要查询和文档。',
    'workload.noDocuments.remedy': '请选择 random-rerank 数据集。',
  },
})
