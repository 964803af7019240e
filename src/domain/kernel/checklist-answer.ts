// One answer of an inspector to a question that a rule of a scheme asks, as the event of the visit carries it (domain dictionary 5.2).
import { choice, flag, optional, text } from './kinds.ts'

/** `rule`: the code of the rule. */
export const checklistAnswer = {
  rule: text('Rule', { max: 40 }),
  answer: choice('Answer', { YES: ['Yes', 'success'], NO: ['No', 'error'], NOT_APPLICABLE: ['Does not apply', 'neutral'] }),
  note: optional(text('Note', { max: 300 })),
}
/** As an inspection with a checklist records it on the farmer: `answer` is yes where the answer is right by the checklist; `isYes`: the answer itself, of a question of yes or no. */
export const judgedAnswer = { ...checklistAnswer, isYes: optional(flag('Yes')) }
