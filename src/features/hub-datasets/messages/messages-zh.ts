import type { Translation } from '#core/messages/template.ts'
import type { hubDatasetsMessages } from './messages.ts'

export const hubDatasetsMessagesZh = {
  'config.hubName': '请写明 {id} 是哪个数据集的副本，否则无法识别其行格式',
  'config.hubSplit': '与 vLLM 一致，该数据集必须给出此项；多数有“train”',
  'config.hubFunctions': '可调用的函数随对话消息发送；请选择 openai-chat',
  'config.longestBelowShortest': '不能小于最短长度，否则没有剩下的录音',
  'config.mostBelowLeast': '不能小于最小距离，否则没有剩下的行',
  'workload.bfclCategories': '--bfcl-categories 可选：{categories}。',
  'workload.bfclFolder': '请给出该排行榜数据集的名称，或含此类文件的目录。',
  'workload.cardUnreadable': '无法解析说明文件 {path}：{why}',
  'workload.cardUnreadable.remedy': '请修正其文件头，或直接给出要读取的文件。',
  'workload.hfName': '请用 --hf-name 指明它是哪个数据集的副本，或给出其他文件。',
  'workload.image': '图片',
  'workload.imageField': '必须是图片：内容、路径或地址',
  'workload.noBfclFile': '数据集中没有文件 BFCL_v3_{file}.json',
  'workload.noUsableRow': '{id} 中没有可用的行',
  'workload.noUsableRow.remedy': '行会因长度或时长而被舍弃；请查看该数据集的参数。',
  'workload.soundField': '必须是音频文件：内容或路径',
  'workload.splits': '--hf-split 可选：{splits}。',
  'workload.unknownDataset': '无法识别数据集 {id}',
} satisfies Translation<typeof hubDatasetsMessages>

export const hubDatasetFlagsZh = {
  labels: {
    hfName: 'Hub 数据集',
    hfSubset: '子集',
    hfSplit: '划分',
    noStream: '先读取全部行',
    blazeditMinDistance: '最小差异',
    blazeditMaxDistance: '最大差异',
    asrMinAudioLenSec: '最短录音',
    asrMaxAudioLenSec: '最长录音',
    bfclCategories: '类别',
  },
  summaries: {
    hfName: 'Hub：该路径是哪个数据集的副本。',
    hfSubset: 'Hub：读取数据集的哪一部分（若有多个）。',
    hfSplit: 'Hub：读取哪个划分，如 train 或 test。',
    noStream: 'Hub：打乱前先读取全部行，而非只读取所需的行。',
    blazeditMinDistance: 'Hub 代码编辑：新旧代码差异的下限，0 到 1。',
    blazeditMaxDistance: 'Hub 代码编辑：新旧代码差异的上限，0 到 1。',
    asrMinAudioLenSec: 'Hub 语音：舍弃更短的录音。',
    asrMaxAudioLenSec: 'Hub 语音：舍弃更长的录音。',
    bfclCategories: 'Hub 函数调用：依次选取的类别。',
  },
}
