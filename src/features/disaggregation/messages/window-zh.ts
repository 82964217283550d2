// 启动表单中 P/D 分离的文本。
import type { TranslationOf } from '#core/messages/window-texts.ts'
import type { pair as english } from './window.ts'

export const pair: TranslationOf<typeof english> = {
  way: 'P/D 分离，由路由器对外服务',
  prefill: 'Prefill 实例数',
  decode: 'Decode 实例数',
  prefillHint: '每个实例按其并行数独占 GPU，先分给 prefill。',
  decodeHint: '每个实例按其并行数独占 GPU，先分给 prefill。',
  prefillFlags: 'Prefill 参数',
  decodeFlags: 'Decode 参数',
  prefillFlagsHint: 'name=value，每行一个，覆盖下方两者共用的参数。',
  decodeFlagsHint: 'name=value，每行一个，覆盖下方两者共用的参数。',
  router: '路由器',
  routerHint: '所有实例就绪后启动，其地址即服务器地址。占位符代表各实例。',
  problem: {
    prefill: '请填写 1 到 64 的实例数，参数写成 name=value',
    decode: '请填写 1 到 64 的实例数，参数写成 name=value',
    router: '请填写不超过 2,000 个字符的命令',
  },
}
