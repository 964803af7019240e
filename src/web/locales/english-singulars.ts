// English for one thing: "1 plot" beside "{{count}} plots", of frames and lists, whose pages load it; what further screens count comes behind the first
// page (behind-first-page.ts).
import singulars from '#domain/messages/en/plural.json' with { type: 'json' }
import { learnSingulars } from './translation.ts'

learnSingulars(singulars)
