import type { Translation } from '#core/messages/template.ts'
import type { omniMessages } from './messages.ts'

export const omniMessagesZh = {
  'scalar.totalAudioS': '生成的音频时长',
  'scalar.audioThroughput': '每秒生成的音频秒数',
  'scalar.audioContinuity': '音频连续的响应占比',
  'scalar.totalImages': '生成的图像数',
  'scalar.imageThroughput': '每秒图像数',
  'scalar.averagePixels': '每幅图像的像素数',
  'scalar.totalVideoS': '生成的视频时长',
  'scalar.totalVideoFrames': '生成的视频帧数',
  'scalar.videoThroughput': '每秒生成的视频秒数',
  'figure.audioThroughput': '每秒音频秒数',
  'figure.audioContinuity': '音频连续的响应占比',
  'figure.imageThroughput': '图像吞吐',
  'figure.videoThroughput': '每秒视频秒数',
  'latency.audio_ttfp': '首包音频',
  'latency.audio_rtf': '音频实时率',
  'latency.audio_duration': '音频时长',
  'latency.audio_underrun': '音频断流',
  'latency.image_generation': '图像生成',
  'latency.video_rtf': '视频实时率',
  'latency.video_generation': '视频生成',
  'latencyLong.audio_ttfp': '从发送到首个音频分片',
  'latencyLong.audio_rtf': '音频实时率（RTF）：每秒音频所用的秒数',
  'latencyLong.audio_duration': '每个响应的音频时长',
  'latencyLong.audio_underrun': '听众等待音频的最长时间',
  'latencyLong.image_generation': '服务端计时的图像生成时间',
  'latencyLong.video_rtf': '视频实时率（RTF）：每秒视频所用的秒数',
  'latencyLong.video_generation': '服务端计时的视频生成时间',
  'config.speechBackend':
    '待合成的文本只能发送到 openai-audio-speech 或 openai-chat-omni；请选择其一',
  'workload.speechFolder':
    '请用 --dataset-path 指定包含 {locale}/meta.lst 的文件夹；Hub 上的数据集请先下载。',
  'workload.noSpeechLines': '{path} 中没有该数据集的行',
  'workload.noSpeechLines.remedy': '每行写 {fields} 个字段，用 "|" 分隔。',
  'workload.noVoices': '{folder} 中没有 meta.lst 列出的任何录音',
  'workload.noVoices.remedy': '请复制完整的数据集，包括 prompt-wavs 文件夹。',
  'runs.noSound': '响应中没有音频。',
  'runs.noImages': '响应中没有图像。',
  'runs.noVideo': '响应不是视频任务。',
  'runs.videoTooLate': '{limitS} s 后视频仍未就绪（poll_timeout_s）。',
  'workload.noPcmInChat': 'vLLM-Omni 的聊天补全不以 pcm 流式返回音频。',
  'workload.noPcmInChat.remedy': '请把 --extra-body 中的 response_format 设为 wav，或去掉它。',
  'workload.noStreamedEdits': '不支持测量流式图片编辑。',
  'workload.noStreamedEdits.remedy': '请从 --extra-body 去掉 stream，每个响应即为一份完整文档。',
  'workload.noImagesToEdit': '该 API 编辑图片，而数据集中没有图片。',
  'workload.noImagesToEdit.remedy': '请选择含图片的数据集，如 random-mm，或其他 API。',
} satisfies Translation<typeof omniMessages>

export const omniFlagsZh = {
  labels: {
    seedTtsLocale: '语言',
    seedTtsRoot: '各语言所在文件夹',
    seedTtsFileRefAudio: '发送录音地址',
    seedTtsSystemPrompt: '系统提示词',
    imageEditsBotTask: '图像编辑任务',
  },
  summaries: {
    seedTtsLocale: '语音合成：按语言读取数据集的哪个文件夹。',
    seedTtsRoot: '语音合成：包含 en 和 zh 的文件夹，代替数据集路径。',
    seedTtsFileRefAudio: '语音合成：发送录音的 file:// 地址，由服务器自行读取。',
    seedTtsSystemPrompt: '对话式语音合成：系统提示词，代替 vLLM-Omni 的默认值。',
    imageEditsBotTask:
      '图像编辑：每个请求的 bot_task；--extra-body 中的值优先，设为 null 则不发送。',
  },
}
