import type { Translation } from '#core/messages/template.ts'
import type { openTelemetryMessages } from './messages.ts'

export const openTelemetryMessagesZh = {
  'cli.otlpFailed': '指标无法送达 {endpoint}：{why}。运行不受影响。',
} satisfies Translation<typeof openTelemetryMessages>

export const openTelemetryFlagsZh = {
  labels: {},
  summaries: {
    otlpEndpoint: '把运行的指标推送到该地址的 OpenTelemetry 采集器（OTLP over HTTP）。',
    metrics: '在 /metrics 以 Prometheus 文本格式提供运行的实时指标和结果，需要同一令牌。',
  },
}
