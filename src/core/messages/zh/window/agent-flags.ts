// 智能体负载各参数的名称和说明。
import type { FlagTexts } from '../../flag-texts.ts'

export const agentFlags = {
  agentSteps: { label: '步数', summary: '随机智能体：模型调用次数的均值，不含子智能体。' },
  agentSystemLen: {
    label: '系统提示词',
    summary: '随机智能体：系统提示词的 token 数，所有智能体共用。',
  },
  agentTaskLen: { label: '任务长度', summary: '随机智能体：首条用户消息的平均 token 数。' },
  agentToolResultLen: {
    label: '工具结果长度',
    summary: '随机智能体：每个工具结果的平均 token 数。',
  },
  agentOutputLen: { label: '每步输出长度', summary: '随机智能体：每步生成的平均 token 数。' },
  agentVariation: {
    label: '长度的变化',
    summary: '随机智能体：步数与长度服从对数正态分布，此为变异系数；0 表示固定。',
  },
  agentFanOut: {
    label: '启动子智能体的步骤',
    summary: '随机智能体：启动子智能体并等待其全部完成的步骤占比。',
  },
  agentSubagents: { label: '子智能体数', summary: '随机智能体：此类步骤同时启动的子智能体数。' },
  agentSubagentSteps: {
    label: '子智能体步数',
    summary: '随机智能体：每个子智能体模型调用次数的均值。',
  },
  agentCancelledBranches: {
    label: '被取消的子智能体',
    summary: '随机智能体：输出到随机位置即被取消的子智能体占比。',
  },
  toolLatencyMs: {
    label: '工具耗时',
    summary: '智能体：工具调用的平均耗时，数据集自带时以其为准。',
  },
  toolLatencyVariation: {
    label: '工具耗时的变化',
    summary: '智能体：工具耗时服从对数正态分布，此为变异系数；0 表示固定。',
  },
  agentMaxPauseS: {
    label: '最长停顿',
    summary: '智能体：每步工具或用户停顿的上限，更长的按此截短。',
  },
  agentStartMidway: {
    label: '从中途开始',
    summary:
      '智能体：最先的 --max-concurrency 条轨迹从中途开始，如同稳态：越长的轨迹越常见，上下文从一开始就长短不一。',
  },
} satisfies Partial<FlagTexts>
