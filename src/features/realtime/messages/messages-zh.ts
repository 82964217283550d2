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
  'latency.first_partial': '首个部分转写',
  'latency.speech_lag': '转写滞后',
  'latency.max_speech_lag': '最大转写滞后',
  'latency.final_after_speech': '语音结束后定稿',
  'latency.time_per_audio_second': '每秒音频耗时',
  'latencyLong.first_partial': '从打开会话到首段文字',
  'latencyLong.speech_lag': '部分转写落后于语音的时间，每路语音的平均值',
  'latencyLong.max_speech_lag': '部分转写落后于语音的时间，每路语音的最大值',
  'latencyLong.final_after_speech': '从语音结束到最终转写',
  'latencyLong.time_per_audio_second': '实时率：每秒音频 1000 ms 即为 1',
} satisfies Translation<typeof realtimeMessages>

export const realtimeFlagsZh = {
  labels: { realtimeChunkMs: '每条消息的音频时长' },
  summaries: {
    realtimeChunkMs: '实时转写：每条消息携带的音频时长，单位为毫秒。',
  },
}
