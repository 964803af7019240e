// The page behind the code on a paper or workbook: which report it is, and whether this product made it. A file or a hash is compared in the browser
// (check-script.ts): nothing is sent. Everything else is readable without JavaScript.
import type { Language } from '#domain/messages/languages.ts'
import { translatorOf } from '../messages/tables.ts'
import { checkScriptPath } from './check-script.ts'
import { html, trusted } from './html.ts'
import { documentOf, languageLinks, shield } from './page.ts'

export type ReportPage = {
  programme: string
  /** Label and value, in the language of the page. */
  lines: readonly (readonly [string, string])[]
  /** SHA-256 of the rows. */
  rowsHash: string
  /** Of the bytes of files of the same rows. */
  fileHashes: readonly string[]
}

const style = trusted(
  '<style>.top{flex-wrap:wrap}.top b{flex:1 1 220px}main{padding-top:16px}dl{margin:0;display:grid;grid-template-columns:minmax(96px,34%) 1fr;gap:8px 12px}dt{color:var(--ink2)}dd{margin:0}.page{max-width:640px}#compare{border:2px dashed #B9C4BD;border-radius:8px;padding:16px;margin-top:8px}#compare.over{background:var(--softer)}#compare label{display:block;font-weight:600;margin:12px 0 4px}#compare label:first-child{margin-top:0}#compare input{width:100%;min-height:44px;font:inherit;border:1px solid #8A968F;border-radius:6px;padding:8px;background:#fff}#compare output{display:block;margin-top:12px;font-weight:600}#compare output:empty{display:none}h2+p{margin-top:0}</style>',
)

export function reportPage({ programme, lines, rowsHash, fileHashes }: ReportPage, language: Language): string {
  const t = translatorOf(language)
  const title = t('Check of a report')
  const words = {
    same: t('The same: it has the rows of this report.'),
    other: t('Not the same as this report. Another format of it, or a file that was opened and saved again, differs too.'),
    noHash: t('This is no SHA-256 hash: it has 64 letters and figures.'),
    cannot: t('This browser cannot work it out here.'),
  }
  return documentOf(
    t,
    `${title} · ${programme}`,
    html`${style}
<header class="top"><b>${programme}</b>${languageLinks(t)}</header>
<div class="head"><h1>${title}</h1><div class="badge"><span class="valid">${shield}</span><div><b class="valid">${t('This product made this file')}</b><span>${t('Compare what the paper says with what is written here.')}</span></div></div></div>
<main><dl>${lines.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}<dt>SHA-256</dt><dd><code>${rowsHash}</code></dd></dl>
<h2>${t('Compare a file')}</h2><p>${t('Nothing leaves your device: the comparison is made in this browser.')}</p>
<div id="compare" data-rows="${rowsHash}" data-files="${fileHashes.join(' ')}" data-words="${JSON.stringify(words)}"><label for="file">${t('The file, as CSV, JSON, PDF or workbook')}</label><input id="file" type="file"><label for="hash">${t('Or the hash that it says')}</label><input id="hash" autocomplete="off" spellcheck="false" maxlength="100"><output for="file hash" aria-live="polite"></output></div>
<script src="${checkScriptPath}" defer></script></main>`,
  )
}

/** For a code that no file of this programme has. */
export function unknownReportPage(language: Language): string {
  const t = translatorOf(language)
  const title = t('No report has this code')
  return documentOf(
    t,
    title,
    html`<header class="top"><b></b>${languageLinks(t)}</header><main><h1 style="margin-top:48px">${title}</h1><p>${t('Compare the code with the paper once more. If it is the same, nothing is known here of a file with this code.')}</p></main>`,
  )
}
