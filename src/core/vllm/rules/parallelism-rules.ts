// How a model may be spread over GPUs.
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
      `Tensor × pipeline × data parallel needs ${workerCount(plan)} GPUs, but the server would see ` +
      `${plan.surroundings.gpus?.length ?? 0}.`,
    remedy: 'Lower one of the three, give the server more GPUs, or spread it over hosts.',
  },
  {
    flag: 'tensor-parallel-size',
    severity: 'error',
    broken: (plan) => {
      const heads = plan.surroundings.model?.attentionHeads ?? null
      return heads !== null && heads % parallelSize(plan, 'tensor') !== 0
    },
    message: (plan) =>
      `The model's ${plan.surroundings.model?.attentionHeads} attention heads cannot be shared by ` +
      `${parallelSize(plan, 'tensor')} GPUs evenly.`,
    remedy: 'Choose a tensor parallel size that divides the number of heads.',
  },
  {
    flag: 'enable-expert-parallel',
    severity: 'warning',
    broken: (plan) =>
      plan.config.flags['enable-expert-parallel'] === true && workerCount(plan) === 1,
    message: () => 'Experts cannot be spread over a single GPU.',
    remedy: 'Raise the tensor or data parallel size, or leave expert parallelism off.',
  },
  {
    flag: 'data-parallel-rank',
    severity: 'error',
    broken: (plan) => {
      const rank = numberSet(plan, 'data-parallel-rank')
      return rank !== null && rank >= parallelSize(plan, 'data')
    },
    message: (plan) =>
      `Rank ${numberSet(plan, 'data-parallel-rank')} does not exist among ` +
      `${parallelSize(plan, 'data')} data parallel ranks.`,
    remedy: 'Ranks count from 0; set the data parallel size to their number.',
  },
]
