# What `cmake --install` puts where: docs/operations.md. The unit starts
# /usr/bin/answerboxd, so the prefix is /usr. Each component is a Debian package.
include(GNUInstallDirs)

# install() with the component answerbox.
function(answerbox_install)
  install(${ARGN} COMPONENT answerbox)
endfunction()

answerbox_install(TARGETS answerboxd answerbox DESTINATION ${CMAKE_INSTALL_BINDIR})
answerbox_install(FILES docs/man/answerbox.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
answerbox_install(FILES docs/man/answerboxd.toml.5 DESTINATION ${CMAKE_INSTALL_MANDIR}/man5)
answerbox_install(FILES docs/man/answerboxd.8 DESTINATION ${CMAKE_INSTALL_MANDIR}/man8)
answerbox_install(FILES LICENSE docs/clinic-guide.md docs/documents.md docs/http.md docs/limits.md docs/metrics.md
  docs/model-servers.md docs/operations.md docs/page.md docs/power.md docs/protocol-mqtt.md docs/tls.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
answerbox_install(DIRECTORY deploy/sample-handbook
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
answerbox_install(FILES client/completion/answerbox.bash
  DESTINATION share/bash-completion/completions RENAME answerbox)
answerbox_install(FILES client/completion/answerbox.zsh
  DESTINATION share/zsh/vendor-completions RENAME _answerbox)

answerbox_install(FILES systemd/answerboxd.service systemd/answerboxd.socket
  systemd/answerboxd-mqtt.socket systemd/answerboxd-mqtt-tls.socket
  systemd/answerboxd-http.socket systemd/answerboxd-https.socket
  systemd/answerbox-model.service systemd/answerbox-doctor.service
  systemd/answerbox-doctor.timer systemd/answerbox-inbox.service
  systemd/answerbox-inbox.path systemd/answerbox-inbox.timer
  DESTINATION lib/systemd/system)
answerbox_install(FILES systemd/mqtt-local.conf systemd/mqtt-network.conf
  systemd/mqtt-sockets.conf systemd/http-sockets.conf systemd/inbox.conf systemd/growing-pauses.conf systemd/raspberry-pi-5.conf
  DESTINATION share/answerbox/drop-ins)
answerbox_install(FILES deploy/avahi/answerbox.service
  DESTINATION share/answerbox/avahi)
answerbox_install(FILES deploy/grafana/answerbox.json
  DESTINATION share/answerbox/grafana)
answerbox_install(FILES systemd/answerbox.sysusers DESTINATION lib/sysusers.d
  RENAME answerbox.conf)
answerbox_install(FILES systemd/answerbox.tmpfiles DESTINATION lib/tmpfiles.d
  RENAME answerbox.conf)
answerbox_install(FILES systemd/answerbox.rules DESTINATION lib/udev/rules.d
  RENAME 60-answerbox.rules)

# What an administrator has set stays.
install(CODE "
  if(NOT EXISTS \"\$ENV{DESTDIR}/etc/answerbox/answerboxd.toml\")
    file(INSTALL \"${PROJECT_SOURCE_DIR}/deploy/answerboxd.toml\"
      DESTINATION /etc/answerbox)
  endif()" COMPONENT answerbox)

# These are no part of an installation, but have packages of their own.
set(library_folder lib/${CMAKE_LIBRARY_ARCHITECTURE})
configure_file(clients/c/answerbox.pc.in clients/answerbox.pc @ONLY)
install(TARGETS libanswerbox DESTINATION ${library_folder}
  COMPONENT libanswerbox-dev EXCLUDE_FROM_ALL)
install(FILES ${PROJECT_BINARY_DIR}/clients/answerbox.pc
  DESTINATION ${library_folder}/pkgconfig
  COMPONENT libanswerbox-dev EXCLUDE_FROM_ALL)
install(FILES clients/c/answerbox.h DESTINATION include
  COMPONENT libanswerbox-dev EXCLUDE_FROM_ALL)
install(FILES docs/audit-format.md docs/clients.md docs/socket-protocol.md DESTINATION share/doc/libanswerbox-dev
  COMPONENT libanswerbox-dev EXCLUDE_FROM_ALL)
install(DIRECTORY clients/examples DESTINATION share/doc/libanswerbox-dev
  USE_SOURCE_PERMISSIONS COMPONENT libanswerbox-dev EXCLUDE_FROM_ALL)
install(FILES clients/python/answerbox.py DESTINATION lib/python3/dist-packages
  COMPONENT python3-answerbox EXCLUDE_FROM_ALL)
if(TARGET answerbox-lab)
  install(TARGETS answerbox-lab DESTINATION ${CMAKE_INSTALL_BINDIR}
    COMPONENT answerbox-lab EXCLUDE_FROM_ALL)
  install(FILES docs/man/answerbox-lab.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
    COMPONENT answerbox-lab EXCLUDE_FROM_ALL)
endif()
