import type { Translation } from '#core/messages/template.ts'
import type { mediaDatasetsMessages } from './messages.ts'

export const mediaDatasetsMessagesZh = {
  'config.bucketKey': '的键应写作 "(height, width, frames)"',
  'config.noImageParts': '仅针对 custom_image 的图片；其他数据集请关闭',
  'config.noBucket': '至少需要一个权重大于 0 的尺寸',
  'config.tooManyItems': '超过每个提示词允许的数量；请调低，或提高上限',
  'workload.imageForm':
    '每行写作 {"prompt": "…", "image_files": ["…"]}，或 {"content": […]}，其各部分的类型为 text、image 或 image_url。',
  'workload.badStatus': '响应状态为 {status} {statusText}',
  'workload.imageUnavailable': '无法取得图片 {path}：{why}',
  'workload.imageUnavailable.remedy': '请修正路径或地址，或交由服务器获取。',
} satisfies Translation<typeof mediaDatasetsMessages>

export const mediaDatasetFlagsZh = {
  labels: {
    customEnsureClientSideData: '图片随请求发送',
    randomMmBaseItemsPerRequest: '每个请求的图片与视频数',
    randomMmNumMmItemsRangeRatio: '数量的变化幅度',
    randomMmLimitMmPerPrompt: '每类数量上限',
    randomMmBucketConfig: '尺寸与比例',
  },
  summaries: {
    customEnsureClientSideData: '自备图片：事先读取或下载，随请求一并发送。',
    randomMmBaseItemsPerRequest: '每个提示词附带的图片与视频数。',
    randomMmNumMmItemsRangeRatio: '数量在上述设定值的 (1 − R) 到 (1 + R) 倍之间均匀变化。',
    randomMmLimitMmPerPrompt: '每个提示词中每类的上限，如 {"image": 3, "video": 1}。',
    randomMmBucketConfig: '各尺寸的高、宽、帧数及其占比；1 帧即图片。',
  },
}
