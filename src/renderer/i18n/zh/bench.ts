// 压测编写：要发送什么？
import type { bench as english } from '../en/bench.ts'

export const bench: typeof english = {
  title: '压测',
}
