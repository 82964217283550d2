import type { Translation } from '#core/messages/template.ts'
import type { realtimeMessages } from './messages.ts'

export const realtimeMessagesZh = {
  'config.realtimeTransport': 'vllm-realtime 使用 WebSocket；请选择 native 传输方式',
  'config.realtimeRetries': 'vllm-realtime 无法重发正在进行的语音；请去掉 --retry-status',
  'workload.notSpeechSamples':
    '{file} 不是 16 kHz、16 位、单声道的 WAV 文件，实时转写只接受这种格式',
  'workload.notSpeechSamples.remedy':
    '请转换：ffmpeg -i FILE -ac 1 -ar 16000 -c:a pcm_s16le FILE.wav',
  'runs.failed.noWebSocket':
    '服务器拒绝了 WebSocket 连接（{status}）。请检查 --endpoint，并确认所部署的模型支持实时音频。',
  'runs.failed.wrongSession': '服务器以 {event} 而不是 session.created 开始会话。',
  'runs.failed.noEvent': '服务器发送的消息不是 JSON 事件。',
  'runs.failed.webSocketClosed': '转写完成之前，服务器关闭了 WebSocket（代码 {code}）。',
} satisfies Translation<typeof realtimeMessages>

export const realtimeFlagsZh = {
  labels: { realtimeChunkMs: '每条消息的音频时长' },
  summaries: {
    realtimeChunkMs: '实时转写：每条消息携带的音频时长，单位为毫秒。',
  },
}
