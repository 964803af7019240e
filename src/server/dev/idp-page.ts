// The development identity provider's page: who would you like to be? One button for each demo person,
// an address field for anybody else, and a plain sentence that this is no real sign-in.
import { createHash } from 'node:crypto'
import { roles } from '#domain/access.ts'
import type { DemoPerson } from './people.ts'

const style = `
*{box-sizing:border-box}
body{margin:0;background:#f7f9f7;color:#1e2622;font:14px/1.45 'stevie-sans',Mukta,system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}
main{max-width:480px;margin:0 auto;padding:48px 20px}
h1{font-size:22px;line-height:28px;font-weight:600;margin:0 0 6px}
p{margin:0 0 16px;color:#56625b}
.note{background:#fbf3d6;color:#5f4a00;border-radius:8px;padding:12px 14px;margin:16px 0 20px}
.problem{background:#fbeae8;color:#8f2a20;border-radius:8px;padding:10px 14px}
ul{list-style:none;margin:0 0 24px;padding:0;background:#fff;border:1px solid #e2e8e4;border-radius:8px;overflow:hidden}
li+li{border-top:1px solid #e2e8e4}
.person{display:flex;gap:12px;align-items:center;width:100%;min-height:60px;padding:10px 14px;border:0;background:none;font:inherit;color:inherit;text-align:left;cursor:pointer}
.person:hover{background:#f1f6f3}
.mark{flex:none;width:36px;height:36px;border-radius:50%;background:#dce8e1;color:#2f5d47;font-weight:600;display:grid;place-items:center}
.who{flex:1;min-width:0}
b{display:block;font-weight:600}
small{display:block;font-size:12.5px;color:#56625b}
.role{flex:none;font-size:12.5px;color:#2f5d47;background:#f1f6f3;border-radius:6px;padding:2px 8px}
label{display:block;font-weight:500;margin-bottom:4px}
.other{display:flex;gap:8px;flex-wrap:wrap}
input{flex:1 1 200px;min-height:44px;padding:8px 12px;border:1px solid #cbd4ce;border-radius:8px;background:#fff;font:inherit;font-size:16px;color:inherit}
.plain{min-height:44px;padding:8px 16px;border:1px solid #cbd4ce;border-radius:8px;background:#fff;font:inherit;font-weight:500;color:inherit;cursor:pointer}
.plain:hover{background:#f1f6f3}
.cancel{border:0;background:none;padding:8px 0;color:#8f4a00;font:inherit;font-weight:500;min-height:44px;cursor:pointer}
.cancel:hover{text-decoration:underline}
@media (max-width:480px){.role{display:none}}
:focus-visible{outline:2px solid #2f5d47;outline-offset:2px}
.person:focus-visible{outline-offset:-2px}
`
/** No script, no picture, nothing from elsewhere. (No form-action: browsers apply it to the way back to the product too.) */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

export type SignInPage = {
  people: readonly DemoPerson[]
  /** Where the person comes from: `cotton.localhost:4300`. */
  host: string
  problem?: string
}

export function signInPage({ people, host, problem }: SignInPage): string {
  return layout(
    'Development sign-in',
    `
<h1>Who would you like to be?</h1>
<p>You are signing in to <strong>${plain(host)}</strong>.</p>
<div class="note">This is the development identity provider. It asks for no password, knows only invented people, and refuses to run in production.</div>
${problem ? `<p class="problem" role="alert">${plain(problem)}</p>` : ''}
<form method="post"><ul>${people.map(row).join('')}</ul></form>
<form method="post">
<label for="email">Somebody else</label>
<div class="other"><input id="email" name="email" type="email" autocomplete="off" placeholder="e-mail address" required maxlength="254"><button class="plain">Continue</button></div>
</form>
<form method="post"><button class="cancel" name="cancel" value="yes">Cancel and go back</button></form>`,
  )
}

/** What a person sees when a step of the protocol fails: an old link, a foreign address to go back to. */
export const errorPage = (sentence: string): string =>
  layout('Sign-in not possible', `<h1>That did not work</h1><p>${plain(sentence)}</p><p>Go back to the product and sign in again.</p>`)

const row = (person: DemoPerson): string => `
<li><button class="person" name="login" value="${plain(person.login)}">
<span class="mark" aria-hidden="true">${plain(initials(person.name))}</span>
<span class="who"><b>${plain(person.name)}</b><small>${plain(person.work)}</small></span>
<span class="role">${plain(person.grants.map(({ role }) => roles[role]).join(', ') || 'No access')}</span>
</button></li>`

const initials = (name: string): string =>
  name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
const layout = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main>${body}</main></body></html>`
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const plain = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
