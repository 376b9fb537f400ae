// Programs of the system, which are no tools of a project: behind a project runner they are judged by themselves.

/** Programs that change files, start others or reach the network. */
export const SYSTEM_PROGRAMS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    "touch rm rmdir unlink cp mv ln dd tee chmod chown chgrp mkfifo mknod truncate shred install split csplit " +
    "curl wget ssh scp sftp rsync nc ncat netcat socat telnet kill pkill killall mail sendmail " +
    "docker podman kubectl apt apt-get dpkg yum dnf rpm pacman apk brew snap systemctl service crontab " +
    "reboot shutdown halt mount umount fdisk mkfs passwd useradd usermod visudo iptables sysctl " +
    "less more man vim vi nano emacs gdb strace"
  ).split(" "),
);
