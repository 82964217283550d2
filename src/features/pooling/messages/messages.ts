// Messages of backends that return vectors or scores, and of their metrics.
export const poolingMessages = {
  'scalar.totalInputs': 'Inputs',
  'scalar.inputsThroughput': 'Inputs/s',
  'figure.inputsThroughput': 'input throughput',
  'workload.soundInMessage': 'audio in a message',
  'workload.emptyPrompt': 'an empty prompt',
  'workload.severalImages': '{count} images in one request',
  'workload.infinityInput': 'Infinity embeds one text or one image, not {what}.',
  'workload.infinityInput.remedy': 'Choose another dataset, or a chat-shaped embeddings backend.',
  'workload.noDocuments': 'A request to rank needs a query and documents.',
  'workload.noDocuments.remedy': 'Choose the random-rerank dataset.',
} as const
