// 窗口中录制流量的文本。
import type { TranslationOf } from '#core/messages/window-texts.ts'
import type { record as english } from './window.ts'

export const record: TranslationOf<typeof english> = {
  title: '录制流量',
  about: '把客户端的请求录成负载：每个请求的到达时间、长度，以及提示词之间共享的前缀。',
  withText: '同时写入提示词（可能含隐私）',
  toOthers: '接受其他机器的请求',
  start: '录制',
  stop: '停止录制',
  address: '让客户端改用此地址',
  copyAddress: '复制地址',
  recorded: '已录制 {count} 个请求',
  estimated: '有 {count} 个请求的提示词 token 数服务器没有给出，按估计值记录。',
  file: '轨迹文件',
  replay: '用这份流量提问',
}
