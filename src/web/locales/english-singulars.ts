// English for one thing: "1 plot" beside "{{count}} plots". Loaded by the frames of the pages that count something.
import singulars from '#domain/messages/en/plural.json' with { type: 'json' }
import { learnSingulars } from './translation.ts'

learnSingulars(singulars)
