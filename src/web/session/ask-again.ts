// After a refusal or an explicit sign-out the provider must ask again who it is, or it would sign the same person in silently.
// Stored for this tab until somebody has been let in; without storage the provider may do just that.
const key = 'farmbook:ask-again'

export function setToAsk(ask: boolean): void {
  try {
    if (ask) sessionStorage.setItem(key, 'yes')
    else sessionStorage.removeItem(key)
  } catch {
    // As said.
  }
}

export function mustAsk(): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}
