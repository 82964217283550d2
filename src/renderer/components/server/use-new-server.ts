// Shared parts of the forms that add a server: a name, and the link to the server's page.
import type { Server } from '#core/model/server.ts'
import { shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { textOrNull } from '../../drafts/server-form.ts'
import { useAction } from '../kit/use-action.ts'

export function useNewServer() {
  const router = useRouter()
  const action = useAction()
  const name = shallowRef('')

  async function add(start: (name: string | null) => Promise<Server>): Promise<void> {
    await action.run(async () => {
      const { id } = await start(textOrNull(name.value))
      await router.push({ name: 'server', params: { id } })
    })
  }

  return { name, action, add }
}
