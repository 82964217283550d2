// A proxy for one test.
import { onTestFinished } from 'vitest'
import { openProxy } from './open-proxy.test-support.ts'

export async function startProxy(...options: Parameters<typeof openProxy>) {
  const proxy = await openProxy(...options)
  onTestFinished(() => proxy.close())
  return proxy
}
