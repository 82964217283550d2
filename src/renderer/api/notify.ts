// Desktop notifications for a user who has switched to another window. Does nothing if they are not permitted.

/** Asks once; after the user's decision the browser does not ask again. */
export async function askToNotify(): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'default') return
  await Notification.requestPermission()
}

type News = Readonly<{ title: string; body: string; onClick: () => void }>

/** Does nothing while the window has the focus, because it shows the event itself. */
export function notify({ title, body, onClick }: News): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  const notification = new Notification(title, { body, tag: title })
  notification.onclick = () => {
    window.focus()
    onClick()
    notification.close()
  }
}
