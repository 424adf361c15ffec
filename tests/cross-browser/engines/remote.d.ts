/** The library's types know this folder, and not its file, which is what can be imported. */
declare module 'selenium-webdriver/remote/index.js' {
  export { DriverService } from 'selenium-webdriver/remote';
}
