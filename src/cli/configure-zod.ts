// Imported before a command that parses each schema only once or twice: compiling schemas would cost more than it saves.
import { z } from 'zod'

z.config({ jitless: true })
