// How a model may be spread over GPUs.
import { message } from '#core/messages/message.ts'
import { numberSet, parallelSize, spansHosts, workerCount } from './launch-plan.ts'
import type { ServeRule } from './serve-rule.ts'

export const parallelismRules: readonly ServeRule[] = [
  {
    flag: 'tensor-parallel-size',
    severity: 'error',
    broken: (plan) =>
      plan.surroundings.gpus !== null &&
      !spansHosts(plan) &&
      workerCount(plan) > plan.surroundings.gpus.length,
    message: (plan) =>
      message('launch.parallelGpus', {
        wanted: workerCount(plan),
        seen: plan.surroundings.gpus?.length ?? 0,
      }),
    remedy: message('launch.parallelGpus.remedy'),
  },
  {
    flag: 'tensor-parallel-size',
    severity: 'error',
    broken: (plan) => {
      const heads = plan.surroundings.model?.attentionHeads ?? null
      return heads !== null && heads % parallelSize(plan, 'tensor') !== 0
    },
    message: (plan) =>
      message('launch.unevenHeads', {
        heads: plan.surroundings.model?.attentionHeads,
        gpus: parallelSize(plan, 'tensor'),
      }),
    remedy: message('launch.unevenHeads.remedy'),
  },
  {
    flag: 'enable-expert-parallel',
    severity: 'warning',
    broken: (plan) =>
      plan.config.flags['enable-expert-parallel'] === true && workerCount(plan) === 1,
    message: () => message('launch.expertsOnOneGpu'),
    remedy: message('launch.expertsOnOneGpu.remedy'),
  },
  {
    flag: 'data-parallel-rank',
    severity: 'error',
    broken: (plan) => {
      const rank = numberSet(plan, 'data-parallel-rank')
      return rank !== null && rank >= parallelSize(plan, 'data')
    },
    message: (plan) =>
      message('launch.rank', {
        rank: numberSet(plan, 'data-parallel-rank'),
        count: parallelSize(plan, 'data'),
      }),
    remedy: message('launch.rank.remedy'),
  },
]
