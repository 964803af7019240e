// Of every test of a screen: it waits for what it waits for, on a machine that is busy with other work too. The whole page
// is not printed with each failure.
import singulars from '#domain/messages/en/plural-of-screens.json' with { type: 'json' }
import '#web/locales/english-singulars.ts'
import { configure } from '@testing-library/react'
import { learnSingulars } from '#web/locales/translation.ts'

// What comes behind a first page is there.
learnSingulars(singulars)

configure({ asyncUtilTimeout: 60_000, getElementError: (message) => new Error(message?.split('\n\nIgnored nodes')[0] ?? '') })

// What jsdom does not do.
if (typeof HTMLDialogElement !== 'undefined') {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
  }
}
