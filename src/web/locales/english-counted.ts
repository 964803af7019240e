// English for messages about one thing: "1 bale left". Fetched behind the first page, with what draws refusals.
import forms from '#domain/messages/en/counted.json' with { type: 'json' }
import { learnSingulars } from './translation.ts'

learnSingulars(forms)
