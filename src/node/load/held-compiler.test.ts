import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const held = fileURLToPath(new URL('held-compiler.ts', import.meta.url))

/** What V8 says it has compiled of `hot`, called often after `steps`. */
async function compiledAfter(steps: string): Promise<number> {
  const program = `
    import { HeldCompiler } from ${JSON.stringify(held)}
    const compiler = new HeldCompiler()
    ${steps}
    function hot(numbers) { return numbers.reduce((sum, each) => sum + each, 0) }
    let sum = 0
    for (let call = 0; call < 300_000; call++) sum += hot([1, 2, 3])
  `
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--trace-opt', '--input-type=module', '--eval', program],
    { maxBuffer: 2 ** 26 },
  )
  return stdout.split('\n').filter((line) => /marking .*JSFunction hot .*optimization/.test(line))
    .length
}

const busy = `const untilMs = performance.now() + 60; while (performance.now() < untilMs);`
const idle = `await new Promise((resolve) => setTimeout(resolve, 60))`

test.each([
  ['nothing is compiled', 'compiler.hold()', false],
  ['what is hot is, once it is over', 'compiler.hold(); compiler.release()', true],
  ['what is hot is, where the thread was busy', `compiler.hold(); ${busy} compiler.look()`, true],
  ['nothing is, where it was idle', `compiler.hold(); ${idle}; compiler.look()`, false],
])('while it is held, %s', async (_name, steps, isCompiled) => {
  expect((await compiledAfter(steps)) > 0).toBe(isCompiled)
})

test('one load that ends does not take it from another', async () => {
  const both = 'const other = new HeldCompiler(); compiler.hold(); other.hold(); compiler.release()'
  expect(await compiledAfter(both)).toBe(0)
})
