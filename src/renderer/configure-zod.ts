// Imported before anything else: zod tries out `new Function` at the first parse, which happens while modules load,
// and our content security policy forbids it.
import { z } from 'zod'

z.config({ jitless: true })
